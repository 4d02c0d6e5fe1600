import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export const PromotionsTab = lazyPart(() => import('./editor/promotions-tab.tsx'))
