import { useEffect } from 'react'
import { t } from '../../ui/index.ts'
import { useUser } from './current-user.ts'
import { useLogoutRequest } from './logout-request.ts'
import { repeatWelcome } from './welcome.ts'

/** The signed-in user and a sign-out button, for public pages; renders nothing if nobody is signed in. */
export default function SignedInLine() {
  const { data: user } = useUser()
  const { mutate: logOut, isPending } = useLogoutRequest()
  useEffect(repeatWelcome, [])
  if (!user) return null
  return (
    <p className="break-words">
      {t('auth.signedInAs', { username: user.username })}
      {' · '}
      <button
        type="button"
        disabled={isPending}
        onClick={() => logOut()}
        className="text-link touch inline-block py-1 disabled:text-muted"
      >
        {t('auth.logOut')}
      </button>
    </p>
  )
}
