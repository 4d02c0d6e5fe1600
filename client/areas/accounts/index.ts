/** The signed-in user, signing in and out, and the guard of pages for users. */

export { LinkSignIn, LoginForm, RegisterForm, takeLinkWord } from './account-form.tsx'
export { useForgetUser, useUser } from './current-user.ts'
export { useMayRegister, useNeedsOwner } from './first-owner.ts'
export { FirstOwnerInvitation } from './first-owner-invitation.tsx'
export { useLogOut } from './log-out.ts'
export { loadFirst, RequireAccess } from './require-access.tsx'
export {
  CookieNotice,
  EndedNotice,
  homeOf,
  LostPasswordLine,
  NotAllowed,
  notAllowedTitle,
  PlainHttpNotice,
} from './sign-in-notices.tsx'
export { SignedInLine } from './signed-in.ts'

export { ProgramSettings } from './users/programs.tsx'
export { TeamStep, UserSettings } from './users/user-settings.tsx'
