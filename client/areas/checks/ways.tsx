import { ClipboardPaste, FileSpreadsheet, Pencil, Sparkles } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import type { CheckState, CheckWay, ServerCheck } from '#shared/contracts/before-service.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LANGUAGE_NAMES } from '../../lib/browser/preferences.tsx'
import { useSendForm } from '../../lib/changes/send-form.tsx'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { serviceKey, useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { currency, useSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, ChoiceChips, cx, language, Part, TextField, t } from '../../ui/index.ts'
import { TeamStep } from '../accounts/index.ts'
import { useConfirmRestored, useStartBackup } from '../backups/index.ts'
import { useTestOrder } from '../board/index.ts'
import { AddressForm, localHostOf, QrCode, useAddresses } from '../codes/index.ts'
import { useSampleImport } from '../menu-editor/index.ts'
import { useSound } from '../orders/index.ts'
import { openReservations } from '../reservations/index.ts'
import { TablesStep } from '../tables/index.ts'
import { HoursStep } from './hours-step.tsx'

const CODE_PIXELS = 188

/** What mends or repeats a check: buttons, or a form and the button that opens it. */
export interface Way {
  buttons?: ReactNode
  form?: {
    open: TextKey
    /** @param setOpen keeps the form open when the check is settled, or closes it */
    content: (setOpen: (isOpen: boolean) => void) => ReactNode
  }
}

const name = (): Way => ({ form: { open: 'firstSteps.name.open', content: () => <NameForm /> } })
const dishes = (): Way => ({ form: { open: 'firstSteps.menu.open', content: () => <MenuWays /> } })
const team = (state: CheckState): Way => ({
  buttons: state === 'look' && <ChangeSetting label="firstSteps.team.alone" change={{ registration: false }} />,
  form: {
    open: 'firstSteps.team.open',
    content: (setOpen) => (
      <>
        <TeamStep onAdd={() => setOpen(true)} />
        {state === 'ok' && <Remedy label="firstSteps.team.all" onClick={() => setOpen(false)} />}
      </>
    ),
  },
})

/** What is done in each of the first steps, also once it is done. */
export const STEP_WAYS = {
  ...{ name, menu: dishes, team },
  hours: (): Way => ({ form: { open: 'firstSteps.hours.open', content: () => <HoursStep /> } }),
  tables: (state: CheckState): Way => ({
    buttons:
      state === 'ok' ? (
        <PrintCodes />
      ) : (
        state === 'look' && <ChangeSetting label="firstSteps.tables.none" change={{ noTables: true }} />
      ),
    form: {
      open: 'firstSteps.tables.open',
      content: () => (
        // The list stays in sight until it is loaded.
        <Part>
          <TablesStep onAdd={() => void refetchChanged(serviceKey)} />
        </Part>
      ),
    },
  }),
  order: (state: CheckState): Way => ({ buttons: <TestStep isSent={state === 'ok'} /> }),
} satisfies Record<string, (state: CheckState) => Way>

/** What each way is. */
export const WAYS: Record<CheckWay, (check: ServerCheck) => Way> = {
  name,
  dishes,
  menu: () => ({ buttons: <WayLink href={paths.dashboardTab('menu')} label="beforeService.ways.menu" /> }),
  tables: ({ state }) => ({
    buttons: (
      <>
        <WayLink href={paths.dashboardTab('tables')} label="beforeService.ways.tables" />
        {state === 'look' && <ChangeSetting label="firstSteps.tables.none" change={{ noTables: true }} />}
      </>
    ),
  }),
  codes: () => ({ buttons: <PrintCodes /> }),
  team: ({ state }) => team(state),
  order: () => ({ buttons: <TestOrder /> }),
  phone: () => ({ buttons: <PhoneCode /> }),
  resume: () => ({ buttons: <ChangeSetting label="kitchen.menu.resume" change={{ ordersPaused: false }} /> }),
  hours: () => ({
    buttons: <Remedy label="beforeService.ways.hours" onClick={() => openDialog('settings', 'hours')} />,
  }),
  registration: () => ({
    buttons: <ChangeSetting label="beforeService.ways.registration" change={{ registration: false }} />,
  }),
  whatsapp: () => ({
    buttons: <Remedy label="whatsapp.openSettings" onClick={() => openDialog('settings', 'whatsapp')} />,
  }),
  backup: () => ({ buttons: <MakeBackup /> }),
  dayEnd: () => ({ buttons: <WayLink href={paths.dashboardView('day-end')} label="beforeService.ways.dayEnd" /> }),
  restored: () => ({ buttons: <Restored /> }),
  reservations: () => ({
    buttons: <Remedy label="beforeService.ways.reservations" onClick={() => openReservations()} />,
  }),
  printers: () => ({
    buttons: <Remedy label="beforeService.ways.printers" onClick={() => openDialog('settings', 'printers')} />,
  }),
  fiscal: () => ({
    buttons: <Remedy label="beforeService.ways.fiscal" onClick={() => openDialog('settings', 'fiscal')} />,
  }),
  receipts: () => ({
    buttons: <Remedy label="beforeService.ways.receipts" onClick={() => openDialog('fiscal', true)} />,
  }),
}

/** Whether the row is the next step, whose button is solid. */
export const NextStep = createContext(false)
const useVariant = () => (use(NextStep) ? 'primary' : 'outline')

interface RemedyProps {
  label: TextKey
  onClick: () => void
  pending?: boolean
  variant?: 'outline'
}

/** A button that mends or repeats a check. */
export function Remedy({ label, ...props }: RemedyProps) {
  return (
    <Button size="small" variant={useVariant()} {...props}>
      {t(label)}
    </Button>
  )
}

function ChangeSetting({ label, change }: { label: TextKey; change: SettingsChange }) {
  const { mutate, isPending } = useChangeSettings()
  return <Remedy label={label} variant="outline" pending={isPending} onClick={() => mutate(change)} />
}

function MakeBackup() {
  const { start, isPending } = useStartBackup()
  return <Remedy label="backups.make" pending={isPending} onClick={start} />
}

function Restored() {
  return <Remedy label="beforeService.ways.restored" onClick={useConfirmRestored()} />
}

function WayLink({ href, label }: { href: string; label: TextKey }) {
  return (
    <Link href={href} className={buttonClass({ variant: useVariant(), size: 'small' })}>
      {t(label)}
    </Link>
  )
}

const PrintCodes = () => <WayLink href={`${paths.dashboardTab('tables')}&open=codes`} label="firstSteps.tables.print" />

/** The code to scan with a phone; in place of one that no phone can reach, the choice of another address. */
function PhoneCode() {
  const { data: addresses } = useAddresses()
  if (!addresses) return null
  const { origin } = new URL(addresses.origin)
  // The row says already that no phone reaches it.
  if (localHostOf(origin)) return <AddressForm addresses={addresses} />
  const address = `${origin}/menu`
  // The white border is the code's quiet zone: four modules of the coarsest code that an address has.
  return (
    <div className="basis-full">
      <div className="inline-block rounded-control border border-line bg-code-ground p-5">
        <QrCode address={address} label={t('beforeService.phoneCode', { address })} size={CODE_PIXELS} />
      </div>
      <p className="mt-1.5 text-xs break-all text-muted">{address}</p>
    </div>
  )
}

const MENU_WAYS = [
  { way: 'list', Icon: ClipboardPaste },
  { way: 'file', Icon: FileSpreadsheet },
  { way: 'hand', Icon: Pencil },
] as const

function MenuWays() {
  const { add, isPending } = useSampleImport()
  return (
    <>
      <ul className="grid gap-3.5 sm:grid-cols-3">
        {MENU_WAYS.map(({ way, Icon }, i) => (
          <li
            key={way}
            className="flex flex-col rounded-control border border-line bg-paper p-3.5 max-sm:border-0 max-sm:p-0"
          >
            <p className="flex items-center gap-3 text-name leading-snug font-semibold max-sm:hidden">
              <span className="grid size-10 shrink-0 place-items-center rounded-field bg-accent-soft text-accent">
                <Icon className="size-5" />
              </span>
              {t(`firstSteps.menu.${way}.title`)}
            </p>
            <p className="mt-2.5 mb-3 flex-1 text-sm text-muted max-sm:hidden">{t(`firstSteps.menu.${way}.about`)}</p>
            <Link
              href={paths.dashboardTab('menu', { open: way })}
              className={cx(buttonClass({ variant: i === 0 ? 'primary' : 'outline' }), 'w-full')}
            >
              {t(`firstSteps.menu.${way}.go`)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-body text-muted">
        <Sparkles className="size-4.5 shrink-0" />
        {t('firstSteps.menu.noList')}
        <Button
          variant="quiet"
          pending={isPending}
          onClick={add}
          className="-mx-2 px-2! text-left! text-accent! underline underline-offset-3"
        >
          {t('firstSteps.menu.sample')}
        </Button>
      </p>
    </>
  )
}

/** The sound and the test order with one button: whoever sends it hears it arrive. */
function TestStep({ isSent }: { isSent: boolean }) {
  const { isOn, isChosen, turnOn } = useSound()
  const isHeard = isOn && isChosen
  if (isSent && !isHeard) return <Remedy label="sound.turnOn" onClick={turnOn} />
  return <TestOrder before={isHeard ? undefined : turnOn} />
}

/** Sends a test order, cancels it, and says what keeps it from being sent. */
function TestOrder({ before }: { before?: (() => void) | undefined }) {
  const { send, isPending, lacksParts, openId, cancel } = useTestOrder()
  const sendTest = () => {
    before?.()
    send()
  }
  const [text, label, onClick] =
    openId === null
      ? ([lacksParts && t('firstSteps.test.needs'), 'firstSteps.test.open', sendTest] as const)
      : ([t('firstSteps.test.onBoard', { id: openId }), 'firstSteps.test.cancel', cancel] as const)
  return (
    <>
      {text && (
        <p role="status" className="text-body">
          {text}
        </p>
      )}
      <Remedy label={label} pending={isPending} onClick={onClick} />
    </>
  )
}

const nameSchema = z.object({
  restaurantName: z.string().check(z.trim(), z.minLength(1, 'firstSteps.name.required')),
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
})

/** The restaurant's name, language and currency together. */
function NameForm() {
  const { restaurantName, language: restaurants } = useSettings()
  const { mutateAsync } = useChangeSettings()
  const sending = useSendForm({
    schema: nameSchema,
    // Until the restaurant has a name nobody has chosen its language: the owner's is offered.
    start: { restaurantName: restaurantName ?? '', language: restaurantName ? restaurants : language, currency },
    send: mutateAsync,
  })
  const { control } = sending.form
  const inLanguage = useController({ control, name: 'language' }).field
  const inCurrency = useController({ control, name: 'currency' }).field
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-4 gap-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        sending.submit()
      }}
    >
      <TextField
        label={t('settings.restaurantName')}
        {...sending.register('restaurantName')}
        fieldClass="min-w-0 flex-1 basis-48"
        autoComplete="organization"
        maxLength={RESTAURANT_TEXTS.restaurantName}
      />
      <ChoiceChips
        label={t('settings.languageLabel')}
        value={inLanguage.value}
        onChange={inLanguage.onChange}
        chipClass="max-sm:px-3"
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <ChoiceChips
        label={t('firstSteps.name.currency')}
        value={inCurrency.value}
        onChange={inCurrency.onChange}
        chipClass="max-sm:px-3"
        options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
      />
      <Button type="submit" pending={sending.isPending} className="min-h-[46px]! max-sm:w-full sm:mt-[25px]">
        {t('common.save')}
      </Button>
    </form>
  )
}
