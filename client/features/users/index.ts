/** The people who sign in, as an owner manages them; signing in itself is in features/accounts. */
export { UserSettings } from './user-settings.tsx'
