import { laterPart } from '../../lib/loading/later-part.tsx'

/* The promotions tab: what the house announces, as an owner edits it. */
export const PromotionsTab = laterPart(() => import('./promotions-tab.tsx'))
