/** Managing users, by an owner. */
export { UserSettings } from './users/user-settings.tsx'
