// A module of its own, so that the guest's script does not list the files of these pages.
export const auth = () => import('../pages/auth/index.tsx')
export const dashboard = () => import('../pages/dashboard/index.tsx')
