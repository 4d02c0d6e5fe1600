import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What the menu tab's first view does not show: loaded once the tab is idle, or when it is needed. */

export const DishDialog = lazyPart(() => import('./dish-dialog.tsx'))
export const OptionsView = lazyPart(() => import('./options/options-view.tsx'))
export const PriceRulesView = lazyPart(() => import('./prices/price-rules-view.tsx'))
export const CategoryNamesForm = lazyPart(() => import('./category-form.tsx'))
export const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))
export const ImportDialog = lazyPart(() => import('./imports/import-dialog.tsx'))

export const SHOWN_LATER = [DishDialog, OptionsView, PriceRulesView, CategoryNamesForm, BulkDialog, ImportDialog]
