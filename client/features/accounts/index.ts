/** Who is signed in, signing in and out, and the guard of owners' pages. */
export { LoginForm, RegisterForm } from './account-form.tsx'
export { useForgetUser, useUser } from './current-user.ts'
export { LostPasswordLine, PlainHttpNotice } from './plain-http.tsx'
export { RequireOwner } from './require-owner.tsx'
export { useLogout } from './sign-in.ts'
export { SignedIn } from './signed-in.ts'
export { wasSignedIn } from './was-signed-in.ts'
