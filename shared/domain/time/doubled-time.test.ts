import { expect, it } from 'vitest'
import { whichRun } from './doubled-time.ts'

it.each([
  ['2026-10-24T23:55:00Z', 'Europe/Bucharest', '', ''],
  ['2026-10-25T00:00:00Z', 'Europe/Bucharest', ' (summer time)', ' (ora de vară)'],
  ['2026-10-25T00:55:00Z', 'Europe/Bucharest', ' (summer time)', ' (ora de vară)'],
  ['2026-10-25T01:00:00Z', 'Europe/Bucharest', ' (winter time)', ' (ora de iarnă)'],
  ['2026-10-25T01:55:00Z', 'Europe/Bucharest', ' (winter time)', ' (ora de iarnă)'],
  ['2026-10-25T02:00:00Z', 'Europe/Bucharest', '', ''],
  ['2026-03-29T01:00:00Z', 'Europe/Bucharest', '', ''],
  // Half an hour.
  ['2026-04-04T14:45:00Z', 'Australia/Lord_Howe', ' (summer time)', ' (ora de vară)'],
  ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', ' (winter time)', ' (ora de iarnă)'],
])('%s in %s is told apart as “%s”', (at, timeZone, english, romanian) => {
  expect([whichRun(at, timeZone, 'en'), whichRun(new Date(at), timeZone, 'ro')]).toEqual([english, romanian])
})
