import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What the menu tab's first view does not show: loaded once the tab is idle, or when it is needed. */

export const DishDialog = lazyPart(async () => ({ default: (await import('./dish-dialog.tsx')).DishDialog }))
export const OptionsView = lazyPart(async () => ({ default: (await import('./options/options-view.tsx')).OptionsView }))
export const CategoryNamesForm = lazyPart(async () => ({
  default: (await import('./category-form.tsx')).CategoryNamesForm,
}))
export const BulkDialog = lazyPart(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))
export const ImportDialog = lazyPart(async () => ({
  default: (await import('./imports/import-dialog.tsx')).ImportDialog,
}))

export const LATER_PARTS = [DishDialog, OptionsView, CategoryNamesForm, BulkDialog, ImportDialog]
