/** What guests at a table read when they call somebody. */
export const callWords = {
  open: 'Call the waiter or ask for the bill',
  title: 'What can we do for you?',
  waiter: 'Call the waiter',
  bill: 'The bill, please',
  how: 'How would you like to pay?',
  cash: 'In cash',
  card: 'By card',
  told: 'The waiter has been told',
  taken: 'On the way',
  ended: 'Somebody has been at your table.',
}

export const callRefusals = {
  calls_off: 'The waiter cannot be called from here at the moment',
  call_again_later: 'Somebody has just been at your table. You can call again in a minute.',
  call_over: 'This call has ended',
  taken: '{{name}} is already on the way',
}
