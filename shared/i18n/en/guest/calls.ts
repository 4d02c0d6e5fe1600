export const callRefusals = {
  calls_off: 'The waiter cannot be called from here at the moment',
  call_again_later: 'Somebody has just been at your table. You can call again in a minute.',
  call_over: 'This call has ended',
  taken: '{{name}} is already on the way',
}
