import { Smile } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { mayUse } from '#shared/domain/access.ts'
import {
  homeOf,
  LoginForm,
  LostPasswordLine,
  NotAllowed,
  notAllowedTitle,
  PlainHttpNotice,
  type Refused,
  RegisterForm,
  useNeedsOwner,
  useUser,
} from '../../areas/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { usePageTitle, useSettings } from '../../lib/settings/settings.ts'
import { Card } from '../../ui/parts/card.tsx'
import { SpinnerPage } from '../../ui/parts/loading.tsx'
import { Wordmark } from '../../ui/parts/wordmark.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'

/** A drawing of a restaurant in the evening, decorative, beside the sign-in card on large screens. */
function RestaurantPicture({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <rect width="640" height="800" fill="var(--tint-1)" />
      <rect y="610" width="640" height="190" fill="var(--tint-3)" />
      <path d="M0 610h640" stroke="var(--line)" strokeWidth="3" />
      <Window />
      <Lamp x={196} length={170} />
      <Lamp x={452} length={120} />
      <Plant />
      <Chair x={118} />
      <g transform="translate(640 0) scale(-1 1)">
        <Chair x={118} />
      </g>
      <Table />
    </svg>
  )
}

function Window() {
  return (
    <g>
      <path d="M214 470V270a106 106 0 0 1 212 0v200Z" fill="var(--tint-4)" stroke="var(--edge)" strokeWidth="6" />
      <circle cx="366" cy="262" r="22" fill="var(--pending)" opacity=".45" />
      <path
        d="M217 468v-54l34-24 36 24v-38h44v52l28-18 30 18v-30h34v70Z"
        fill="var(--delivered-soft)"
        stroke="var(--delivered)"
        strokeOpacity=".35"
        strokeWidth="2"
      />
      <path d="M320 166v304M216 330h208" stroke="var(--edge)" strokeWidth="5" />
      <rect x="198" y="466" width="244" height="16" rx="6" fill="var(--card)" stroke="var(--edge)" strokeWidth="4" />
    </g>
  )
}

function Lamp({ x, length }: { x: number; length: number }) {
  return (
    <g>
      <path d={`M${x} 0v${length}`} stroke="var(--edge)" strokeWidth="4" />
      <path
        d={`M${x - 20} ${length + 52} ${x - 150} 800h300L${x + 20} ${length + 52}Z`}
        fill="var(--pending)"
        opacity=".08"
      />
      <path d={`M${x - 46} ${length + 50}a46 50 0 0 1 92 0Z`} fill="var(--accent)" />
      <ellipse cx={x} cy={length + 50} rx="46" ry="9" fill="var(--lamplight)" stroke="var(--accent)" strokeWidth="3" />
    </g>
  )
}

function Plant() {
  return (
    <g>
      <g fill="none" stroke="var(--ready)" strokeWidth="5" strokeLinecap="round">
        <path d="M566 610c-4-60-26-98-52-118M566 610c0-70 4-120 22-156M566 610c8-50 26-76 50-88M566 610c-10-40-30-60-54-62" />
      </g>
      <g fill="var(--ready)">
        <path d="M514 492c-22-2-38 8-44 28 22 6 38-4 44-28ZM588 454c-20-16-20-38-6-56 20 14 22 36 6 56ZM616 522c4-20 14-30 24-32v30c-8 4-16 4-24 2ZM512 548c-20-8-38-2-46 14 18 12 36 6 46-14ZM548 520c-24 0-36-14-38-34 22-2 36 12 38 34ZM580 500c12-20 30-24 46-16-8 20-26 26-46 16Z" />
      </g>
      <path d="M526 606h80l-12 92h-56Z" fill="var(--accent)" />
      <path d="M520 600h92v22h-92Z" fill="var(--accent-strong)" />
    </g>
  )
}

function Chair({ x }: { x: number }) {
  return (
    <g fill="none" stroke="var(--plate-ink)" strokeWidth="10" strokeLinecap="round" strokeLinejoin="round">
      <path d={`M${x} 500c-6 60-4 110 4 150h74`} />
      <path d={`M${x + 4} 650l-8 110M${x + 74} 650l6 110`} />
      <path d={`M${x - 2} 540h30M${x - 1} 580h32`} strokeWidth="7" />
    </g>
  )
}

function Table() {
  return (
    <g>
      <path d="M320 640v120M262 766h116" stroke="var(--plate-ink)" strokeWidth="12" strokeLinecap="round" />
      <ellipse cx="320" cy="628" rx="176" ry="26" fill="var(--china)" stroke="var(--edge)" strokeWidth="4" />
      <path
        d="M146 632c10 40 40 62 60 66 30-22 60-22 90-2 30-22 70-22 100 0 20-4 60-20 96-64"
        fill="var(--china)"
        opacity=".75"
      />
      <path
        d="M258 586h104c0 28-20 44-52 44s-52-16-52-44Z"
        fill="var(--china-rim)"
        stroke="var(--plate-ink)"
        strokeWidth="4"
      />
      <ellipse cx="310" cy="586" rx="52" ry="10" fill="var(--accent)" stroke="var(--plate-ink)" strokeWidth="4" />
      <g fill="none" stroke="var(--plate-ink)" strokeWidth="5" strokeLinecap="round" opacity=".8">
        <path d="M290 566c-9-16 11-24 2-42M312 562c-9-16 11-24 2-42M334 566c-9-16 11-24 2-42" />
        <path d="M408 626v-46m0 0c-14-2-20-12-18-40h36c2 28-4 38-18 40Z" />
      </g>
      <path d="M393 558h30c-2 14-7 20-15 20s-13-6-15-20Z" fill="var(--delivered)" />
      <path d="M222 628v-30" stroke="var(--plate-ink)" strokeWidth="12" />
      <path d="M222 592c-10-12-2-20 0-28 6 10 10 18 0 28Z" fill="var(--pending)" />
    </g>
  )
}

/** Sign-in and registration. A signed-in user is redirected by role (docs/product/accounts.md#accounts-landing). */
export default function AuthPage() {
  const { t } = useTranslation()
  const { data: user, isPending } = useUser()
  const { restaurantName } = useSettings()
  const needsOwner = useNeedsOwner()
  const refused = useHistoryState<Refused | null>()?.refused
  usePageTitle(user && refused ? notAllowedTitle(t, refused) : t('auth.login'))
  // Whoever was refused may have been allowed meanwhile.
  if (user && (refused === undefined || mayUse(refused, user))) return <Redirect replace to={homeOf(user)} />
  if (isPending || needsOwner === undefined) return <SpinnerPage label={t('common.loading')} />
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex min-w-0 flex-col px-5 pb-10 sm:px-8">
        <header className="flex items-center gap-2 py-4">
          <Link href={paths.landing} className="touch mr-auto min-w-0">
            <Wordmark name={restaurantName} />
          </Link>
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
  const { t } = useTranslation()
  return (
    <>
      <h1 className="display text-[34px] leading-tight sm:text-[40px]">{t('auth.headline')}</h1>
      <p className="mt-2 text-balance text-muted">{t('auth.tagline')}</p>
      <Card className="mt-7 p-5 sm:p-7">
        <div className="mb-4 flex items-center gap-4">
          <CardPicture />
          <div className="min-w-0">
            <h2 className="display text-2xl">{t('auth.welcome')}</h2>
            <p className="mt-1 text-[15px] text-muted">{t('auth.description')}</p>
          </div>
        </div>
        <AccountTabs firstTab={firstTab} />
        <PlainHttpNotice />
      </Card>
    </>
  )
}

function AccountTabs({ firstTab }: SignInProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState(firstTab)
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
      <TabPanel value="login">
        <LoginForm />
        <LostPasswordLine />
      </TabPanel>
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
        <Smile aria-hidden="true" className="size-7" />
      </span>
    )
  }
  return <img src="/icon.svg" alt="" onError={() => setFailed(true)} className="size-14 shrink-0 rounded-control" />
}
