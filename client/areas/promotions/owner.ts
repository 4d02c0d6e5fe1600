import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The promotions tab, in which an owner edits the promotions that guests see. */
export const PromotionsTab = lazyPart(() => import('./editor/promotions-tab.tsx'))
