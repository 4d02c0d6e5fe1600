import { expect, it } from 'vitest'
import { byDue } from './strip-order.ts'

const notice = (key: string) => ({ key, icon: null, text: key, tone: 'quiet' as const })
const NOTHING = {
  ...{ live: undefined, calls: [], printers: undefined, fiscal: undefined, due: [], paused: undefined },
  ...{ older: undefined, late: undefined, askedSoon: [], whatsapp: undefined, asked: [], sound: undefined },
  ...{ unseen: [], firstSteps: undefined, screen: undefined },
}

it('the strip says what is due first: no network, calls, what should have begun, what is late, then the rest', () => {
  const said = byDue({
    ...NOTHING,
    ...{ firstSteps: notice('first steps'), unseen: [notice('unseen')], asked: [notice('asked for Saturday')] },
    ...{ askedSoon: [notice('asked for 20:00')], late: notice('5 late'), older: notice('of yesterday') },
    ...{ paused: notice('paused'), due: [notice('start 18:30'), notice('start 18:45')] },
    ...{ printers: notice('no paper'), calls: [notice('table 3'), notice('table 5')], live: notice('no network') },
  })
  expect(said.map(({ key }) => key)).toEqual([
    ...['no network', 'table 3', 'table 5', 'no paper', 'start 18:30', 'start 18:45', 'paused', 'of yesterday'],
    ...['5 late', 'asked for 20:00', 'asked for Saturday', 'unseen', 'first steps'],
  ])
  expect(byDue(NOTHING)).toEqual([])
})
