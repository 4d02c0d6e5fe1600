import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus, Users, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { nameIn } from '#shared/domain/language.ts'
import { withLabel } from '#shared/domain/table.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { currentLanguage } from '../../lib/words/language.ts'
import { Button, cx, Dialog, i18n, TextField, useTranslation, withdrawToast } from '../../ui/index.ts'
import { joinAgain, joinSharedCart, leaveSharedCart } from './session.ts'
import { SESSION_END, type SharedTableState, tableStore, useTableStore } from './table-store.ts'

const joinForm = z.object({ name: joinSession.body.shape.name })

interface JoinDialogProps {
  table: { number: number; label: string | null }
  /** This phone lacks the table key: the dialog says what to do (docs/product/tables.md#tables-keys). */
  mustScan?: boolean
}

/** Asks for a name and joins the table's cart with it. If it is dismissed, this phone orders alone. */
export function JoinDialog({ table, mustScan = false }: JoinDialogProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const input = useRef<HTMLInputElement>(null)
  const open = useTableStore(({ dialog }) => dialog === 'join')
  const isJoining = useTableStore((table) => table.isJoining)
  const name = useTableStore((table) => table.name)
  const form = useForm({ resolver: zodResolver(joinForm), defaultValues: { name } })
  const close = () => tableStore.setState({ dialog: null })
  const { ref, ...field } = form.register('name')
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      initialFocus={mustScan ? undefined : input}
      title={
        mustScan ? t('table.scan') : t('sharedTable.joinTitle', { table: withLabel(String(table.number), table.label) })
      }
      description={t(mustScan ? 'table.scanDescription' : 'sharedTable.joinDescription')}
    >
      {mustScan ? (
        <Button size="large" className="w-full" onClick={close}>
          {t('table.scanLater')}
        </Button>
      ) : (
        <form noValidate onSubmit={(event) => void form.handleSubmit(({ name }) => joinSharedCart(name))(event)}>
          <TextField
            label={t('sharedTable.yourName')}
            error={fieldError(form.formState.errors.name)}
            {...field}
            ref={(element) => {
              ref(element)
              input.current = element
            }}
            autoComplete="given-name"
            enterKeyHint="go"
            maxLength={50}
            required
          />
          <p className="mt-2 text-small text-muted leading-snug">{t('sharedTable.privacy')}</p>
          <Button type="submit" size="large" pending={isJoining} className="mt-4 w-full">
            {isJoining ? t('sharedTable.joining') : t('sharedTable.join')}
          </Button>
          <Button variant="quiet" className="mt-2 w-full" onClick={close}>
            {t('sharedTable.alone')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

let lastSeated: SharedTableState | undefined
tableStore.subscribe((table) => {
  if (table.seat) lastSeated = table
})

/** A select of the shared table's state; after leaving its last value, so that a closing drawer does not empty. */
export function useSeated<Part>(select: (table: SharedTableState) => Part): Part {
  return useTableStore((table) => select(table.seat ? table : (lastSeated ?? table)))
}

/** Confirms leaving, and lists this guest's dishes, which leave with them. @param then called once this phone has left */
export async function askToLeave(then?: () => void): Promise<void> {
  const { seat, shown } = tableStore.getState()
  const own = shown.lines.filter(({ participantId }) => participantId === seat?.participantId)
  const names = own.map((line) => nameIn(currentLanguage(), line)).join(', ')
  await confirm({
    title: i18n.t('sharedTable.leaveTitle'),
    description: names ? i18n.t('sharedTable.leaveDescription', { names }) : i18n.t('sharedTable.leaveNothing'),
    confirm: i18n.t('sharedTable.leaveConfirm'),
    cancel: i18n.t('sharedTable.stay'),
    isDestructive: true,
    // After a failure the question does not stay: the toast says what to do.
    action: async () => {
      if (await leaveSharedCart()) then?.()
    },
  })
}

/** For a phone that orders alone at a table: an offer to join the shared cart, and how the last one ended. */
export function JoinOffer({ className }: { className?: string }) {
  const { t } = useTranslation()
  const ended = useTableStore((table) => table.ended)
  const isJoining = useTableStore((table) => table.isJoining)
  // The offer says how the session ended, so that the toast need not cover the cart.
  useEffect(() => {
    if (ended) withdrawToast(SESSION_END)
  }, [ended])
  const isSeated = useTableStore(({ seat }) => seat !== null)
  if (isSeated) return null
  const [title, description, action] =
    ended === 'completed'
      ? (['sharedTable.nextRound', 'sharedTable.nextRoundDescription', 'sharedTable.nextRoundAction'] as const)
      : ended === 'expired' || ended === 'closed'
        ? ([`sharedTable.${ended}`, `sharedTable.${ended}Description`, 'sharedTable.offerAction'] as const)
        : (['sharedTable.offer', 'sharedTable.offerDescription', 'sharedTable.offerAction'] as const)
  return (
    <section
      role={ended === 'expired' || ended === 'closed' ? 'alert' : undefined}
      className={cx('rounded-card bg-accent-soft p-4 text-body', className)}
    >
      <p className="flex items-center gap-2.5 font-semibold">
        <Users className="size-5 shrink-0 text-accent" />
        {t(title)}
      </p>
      <p className="mt-1">{t(description)}</p>
      <Button variant="outline" size="small" className="mt-3" pending={isJoining} onClick={joinAgain}>
        {isJoining ? t('sharedTable.joining') : t(action)}
      </Button>
    </section>
  )
}

/** A chip beside the table's badge: joins the shared cart, or opens it and shows its guests or a lost connection. */
export function TableChip({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const isSeated = useTableStore(({ seat }) => seat !== null)
  const isJoining = useTableStore((table) => table.isJoining)
  const isLost = useTableStore(({ canChange, tableState }) => !canChange && tableState?.cart !== undefined)
  const guests = useTableStore(({ shown }) => shown.guests.length)
  const Icon = isLost ? WifiOff : isSeated ? Users : UserPlus
  return (
    <button
      type="button"
      disabled={isJoining}
      onClick={isSeated ? onOpen : joinAgain}
      aria-label={
        isSeated
          ? `${isLost ? `${t('sharedTable.connectionLost')} ` : ''}${t('sharedTable.guests')}: ${guests}. ${t('sharedTable.open')}`
          : t('sharedTable.joinShort')
      }
      title={isSeated ? t('sharedTable.open') : t('sharedTable.join')}
      className={cx(
        'pill touch h-9 min-w-9 justify-center gap-1.5 px-2.5 text-small max-[26rem]:min-w-8 max-[26rem]:px-2',
        isLost ? 'bg-pending-soft text-pending' : 'bg-ink text-paper',
      )}
    >
      <Icon className="size-4 shrink-0" />
      {isSeated ? (
        <span className="figures">{guests || '…'}</span>
      ) : (
        <span className="max-md:hidden">{t('sharedTable.joinShort')}</span>
      )}
    </button>
  )
}
