/** What the dashboard's forms say of a draft. */
export const draftWords = {
  restored: 'What you typed here earlier is back, not saved yet.',
  beginAnew: 'Begin anew',
  leaveTitle: 'Leave without saving?',
  leaveDescription: 'What you typed cannot be kept here, and would be lost.',
  leave: 'Leave',
  stay: 'Stay',
}
