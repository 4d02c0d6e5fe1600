// A module of its own, so that the guest's script does not list the files of these pages.
export const loadAuth = () => import('../pages/auth/index.tsx')
export const loadKitchen = () => import('../pages/kitchen/index.tsx')
export const loadFloor = () => import('../pages/floor/index.tsx')

export async function loadDashboard() {
  const page = await import('../pages/dashboard/index.tsx')
  await page.loadFirstTab()
  return page
}
