/** The signed-in user, signing in and out, and the guard of pages for users. */

export { useLogOut } from './account-calls.tsx'
export { LoginForm, RegisterForm } from './account-form.tsx'
export { useForgetUser, userQuery, useUser } from './current-user.ts'
export { LazyFirstOwnerInvitation, useNeedsOwner } from './first-owner.ts'
export { homeOf, NotAllowed, notAllowedTitle } from './not-allowed.tsx'
export { LostPasswordLine, PlainHttpNotice } from './plain-http.tsx'
export { type Refused, RequireAccess } from './require-access.tsx'
export { LazySignedInLine } from './signed-in.ts'

/** Managing users, by an owner. */
export { UserSettings } from './users/user-settings.tsx'
