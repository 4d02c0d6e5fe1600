/* The first steps of a new restaurant, on the board. */
export { FirstSteps, FirstStepsStrip } from './first-steps.tsx'
export { useJustCompleted } from './steps.ts'
