// A module of its own, so that the script of a guest who orders nothing does not list the files of the form.
export const importOrderDetails = () => import('./order-details.tsx')
