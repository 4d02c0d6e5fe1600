import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The promotions tab: what the house announces, as an owner edits it. */
export const PromotionsTab = lazyPart(() => import('./promotions-tab.tsx'))
