import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import * as api from '#shared/contracts/programs.ts'
import { SCOPES, type Scope } from '#shared/domain/access.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../../lib/api/api.ts'
import { copyText } from '../../../lib/api/files.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { resource, useOwnerChange } from '../../../lib/changes/resource.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { SendForm, useSendForm } from '../../../lib/changes/send-form.tsx'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Dialog, FieldError, Switch, TextField, toast, useTranslation } from '../../../ui/index.ts'

const programs = resource<api.Program>({
  queryKey: areaKey('programs'),
  queryFn: ({ signal }) => callApi(api.listPrograms, { signal }),
})
const useRevokeProgram = programs.remove(api.removeProgram, { failed: 'common.notDeleted' })

type Input = ReturnType<typeof api.programInputSchema.parse>

function useCreateProgram() {
  return useOwnerChange({
    ...programs.inTurn,
    mutationFn: (body: Input) => sendChange(api.createProgram, { body }),
    // The list never holds a token.
    onSuccess: ({ token: _, ...program }) => programs.put(program),
    failure: 'common.notChanged',
  })
}

/** The restaurant's other programs, and the tokens by which they call Masa (docs/product/accounts.md#accounts-programs). */
export function ProgramSettings() {
  const { t } = useTranslation()
  const titleId = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const query = programs.useList()
  const [adding, setAdding] = useState(false)
  const { mutateAsync } = useRevokeProgram()
  const revoke = (program: api.Program) =>
    void confirm({
      title: t('users.programs.revokeTitle', { name: program.name }),
      description: t('users.programs.revokeDescription'),
      confirm: t('users.programs.revoke'),
      isDestructive: true,
      action: () => mutateAsync(program),
      focusAfter: addButton,
    })
  return (
    <section aria-labelledby={titleId} className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <h3 id={titleId} className="text-base font-bold">
            {t('users.programs.title')}
          </h3>
          <p className="mt-1 text-sm text-muted">{t('users.programs.hint')}</p>
        </div>
        <Button
          ref={addButton}
          variant="outline"
          disabled={(query.data?.length ?? 0) >= api.MAX_PROGRAMS}
          onClick={() => setAdding(true)}
        >
          <Plus className="size-4.5" />
          {t('users.programs.add')}
        </Button>
      </div>
      {query.data ? (
        query.data.length > 0 && (
          <ul aria-labelledby={titleId} className="mt-3 divide-y divide-line card-face">
            {query.data.map((program) => (
              <ProgramItem key={program.id} program={program} onRevoke={() => revoke(program)} />
            ))}
          </ul>
        )
      ) : (
        <NotLoaded queries={[query]} shapes={['h-24']} className="mt-3" />
      )}
      <Dialog open={adding} onOpenChange={setAdding} title={t('users.programs.addTitle')}>
        <NewProgram />
      </Dialog>
    </section>
  )
}

function ProgramItem({ program, onRevoke }: { program: api.Program; onRevoke: () => void }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const { name, scopes, createdAt, lastUsedAt } = program
  const at = (moment: string) => formatMoment(moment, timeZone, language)
  return (
    <li aria-label={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{name}</p>
        <p className="mt-1 text-sm text-muted">
          {new Intl.ListFormat(language).format(scopes.map((scope) => t(`users.programs.scopes.${scope}`)))}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {t('users.programs.since', { moment: at(createdAt) })} ·{' '}
          {t('users.programs.lastUsed', { moment: lastUsedAt ? at(lastUsedAt) : t('users.never') })}
        </p>
      </div>
      <Button size="small" variant="outline" aria-label={`${t('users.programs.revoke')}: ${name}`} onClick={onRevoke}>
        {t('users.programs.revoke')}
      </Button>
    </li>
  )
}

/** The form of a new program, and then its token, which is shown once. */
function NewProgram() {
  const { t } = useTranslation()
  const errorId = useId()
  const errorOf = useFieldError()
  const [token, setToken] = useState<string | null>(null)
  const { mutateAsync } = useCreateProgram()
  const sending = useSendForm({
    schema: api.programInputSchema,
    start: { name: '', scopes: [] as Scope[] },
    send: async (input) => setToken((await mutateAsync(input)).token),
  })
  const scopes = useController({ control: sending.form.control, name: 'scopes' })
  if (token !== null) return <Token token={token} />
  const { value, onChange } = scopes.field
  const error = errorOf(scopes.fieldState.error)
  return (
    <SendForm sending={sending} label={t('users.programs.make')}>
      <TextField label={t('customers.name')} {...sending.register('name')} maxLength={api.MAX_PROGRAM_NAME} />
      <fieldset aria-describedby={error && errorId} className="flex flex-col gap-1">
        <legend className="text-sm font-semibold">{t('users.programs.may')}</legend>
        {SCOPES.map((scope) => (
          <Switch
            key={scope}
            label={t(`users.programs.scopes.${scope}`)}
            checked={value.includes(scope)}
            onCheckedChange={(on) => onChange(SCOPES.filter((other) => (other === scope ? on : value.includes(other))))}
          />
        ))}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </fieldset>
    </SendForm>
  )
}

function Token({ token }: { token: string }) {
  const { t } = useTranslation()
  const copy = () =>
    copyText(token).then(
      () => void toast({ title: t('users.programs.copied') }),
      (error) => toastFailure(t('users.programs.copyFailed'), error),
    )
  return (
    <>
      <TextField
        label={t('users.programs.token')}
        hint={t('users.programs.once')}
        readOnly
        value={token}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()} className="mt-4 w-full">
        {t('users.programs.copy')}
      </Button>
    </>
  )
}
