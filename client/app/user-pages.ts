// A module of its own, so that the guest's script does not list the files of these pages.
export const loadAuth = () => import('../pages/auth/index.tsx')
export const loadDashboard = () => withFirstData(import('../pages/dashboard/index.tsx'))
export const loadKitchen = () => withFirstData(import('../pages/kitchen/index.tsx'))
export const loadFloor = () => withFirstData(import('../pages/floor/index.tsx'))

async function withFirstData<Page extends { loadFirstData: () => Promise<void> }>(
  loading: Promise<Page>,
): Promise<Page> {
  const page = await loading
  await page.loadFirstData()
  return page
}
