import { storedWord } from './storage.ts'

/** Whether codes were printed from this browser: the first steps ask for it. */
export const codesPrinted = storedWord<'yes'>('codesPrinted', ['yes'])
