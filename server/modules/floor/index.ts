/** The floor: all tables with what happens there, for those who serve. Nothing of it is stored. */
export { floorArea } from './area.ts'
