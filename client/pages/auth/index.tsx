import { Smile } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { mayUse } from '#shared/domain/access.ts'
import {
  CookieNotice,
  EndedNotice,
  homeOf,
  LinkSignIn,
  LoginForm,
  LostPasswordLine,
  NotAllowed,
  notAllowedTitle,
  PlainHttpNotice,
  RegisterForm,
  takeLinkWord,
  useMayRegister,
  useNeedsOwner,
  useUser,
} from '../../areas/accounts/index.ts'
import { entry, paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { usePageTitle, useSettings } from '../../lib/settings/settings.ts'
import { Card, SpinnerPage, TabPanel, Tabs, t, Wordmark } from '../../ui/index.ts'
import restaurant from './restaurant.svg'

function RestaurantPicture({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <use href={`${restaurant}#drawing`} />
    </svg>
  )
}

/** Sign-in and registration. A signed-in user is redirected by role (docs/product/accounts.md#accounts-landing). */
export default function AuthPage() {
  const { data: user, isPending } = useUser()
  const { restaurantName } = useSettings()
  const needsOwner = useNeedsOwner()
  const [refused, setRefused] = useState(entry.get('refused'))
  // It is said once: not after a reload, and not to whoever signs in next.
  useEffect(() => entry.set({ refused: undefined }), [])
  if (user === null && refused) setRefused(undefined)
  const [word, setWord] = useState(takeLinkWord)
  usePageTitle(user && refused ? notAllowedTitle(refused) : t('auth.login'))
  if (word !== undefined) return <LinkSignIn word={word} onDone={() => setWord(undefined)} />
  // Whoever was refused may have been allowed meanwhile.
  if (user && (refused === undefined || mayUse(refused, user))) return <Redirect replace to={homeOf(user)} />
  if (isPending || needsOwner === undefined) return <SpinnerPage label={t('common.loading')} />
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex min-w-0 flex-col px-5 pb-10 sm:px-8">
        <header className="flex items-center gap-2 py-4">
          <a href={paths.landing} className="touch mr-auto min-w-0">
            <Wordmark name={restaurantName} isWhole />
          </a>
          <ThemeChoice />
          <LanguageChoice />
        </header>
        <main className="mx-auto w-full max-w-md pt-[clamp(0.5rem,calc(100dvh-58rem),6rem)] sm:max-lg:my-auto sm:max-lg:pt-0">
          {user && refused ? (
            <NotAllowed user={user} access={refused} />
          ) : (
            <SignIn firstTab={needsOwner ? 'register' : 'login'} />
          )}
        </main>
      </div>
      <div className="sticky top-0 hidden h-dvh p-4 pl-0 lg:block">
        <RestaurantPicture className="size-full rounded-drawer" />
      </div>
    </div>
  )
}

interface SignInProps {
  firstTab: 'login' | 'register'
}

function SignIn({ firstTab }: SignInProps) {
  return (
    <>
      <h1 className="display text-head leading-tight sm:text-display">{t('auth.headline')}</h1>
      <p className="mt-2 text-balance text-muted">{t('auth.tagline')}</p>
      <Card className="mt-7 p-5 sm:p-7">
        <div className="mb-4 flex items-center gap-4">
          <CardPicture />
          <div className="min-w-0">
            <h2 className="display text-2xl">{t('auth.welcome')}</h2>
            <p className="mt-1 text-body text-muted">{t('auth.description')}</p>
          </div>
        </div>
        <CookieNotice />
        <EndedNotice />
        <AccountTabs firstTab={firstTab} />
        <PlainHttpNotice />
      </Card>
    </>
  )
}

function AccountTabs({ firstTab }: SignInProps) {
  const [tab, setTab] = useState(firstTab)
  const login = (
    <>
      <LoginForm />
      <LostPasswordLine />
    </>
  )
  if (!useMayRegister()) return login
  return (
    <Tabs
      value={tab}
      onValueChange={setTab}
      label={t('auth.welcome')}
      wraps
      options={[
        { value: 'login', label: t('auth.login') },
        { value: 'register', label: t('auth.register') },
      ]}
    >
      <TabPanel value="login">{login}</TabPanel>
      <TabPanel value="register">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  )
}

/** The decorative picture on the sign-in card; a face if it fails to load. */
function CardPicture() {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
        <Smile className="size-7" />
      </span>
    )
  }
  return <img src="/icon.svg" alt="" onError={() => setFailed(true)} className="size-14 shrink-0 rounded-control" />
}
