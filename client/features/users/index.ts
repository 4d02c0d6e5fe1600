/** Managing users, by an owner. Signing in is in features/accounts. */
export { UserSettings } from './user-settings.tsx'
