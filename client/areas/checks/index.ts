import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* Whether all is well: the first steps of a new restaurant, and what must be right before the doors open. */

/** Loaded only while the list is not put away. */
export const FirstStepsView = lazyPart(() => import('./first-steps.tsx'))
export const BeforeServiceView = lazyPart(() => import('./before-service.tsx'))
