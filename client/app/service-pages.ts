// Apart from the other pages for users, whose files these do not list.
export const kitchen = () => import('../pages/kitchen/index.tsx')
export const floor = () => import('../pages/floor/index.tsx')
