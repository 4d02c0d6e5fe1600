import { lazyPart } from '../../lib/loading/lazy-part.tsx'

// Not in the front door: whoever loads code of that loads its other parts, too.
export const MenuTab = lazyPart(() => import('./menu-tab.tsx'), 'dashboard')
