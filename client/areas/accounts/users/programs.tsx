import { useRef, useState } from 'react'
import * as api from '#shared/contracts/programs.ts'
import { SCOPES, type Scope } from '#shared/domain/access.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { change, list, readAll } from '../../../kit/changes.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { SendForm, useSendForm } from '../../../lib/changes/send-form.tsx'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { Button, language, TextField, t } from '../../../ui/index.ts'
import { Choices, EntryLine, ProgramSection, ShownOnce } from './program-section.tsx'
import { WebhookSettings } from './webhooks.tsx'

const programs = list<api.Program>('programs', { read: readAll(api.listPrograms) })
const programList = {
  use: programs.use,
  make: change((body: Input) => sendChange(api.createProgram, { body }), {
    ...programs.inTurn,
    // The list never holds a token.
    onDone: (_, { token: __, ...program }) => programs.put(program),
    failed: 'common.notChanged',
  }),
  revoke: programs.remove(api.removeProgram, { failed: 'common.notDeleted' }),
}

type Input = ReturnType<typeof api.programInputSchema.parse>

/** The restaurant's other programs: the tokens by which they call Masa, and the addresses at which they hear of events. */
export function ProgramSettings() {
  const addButton = useRef<HTMLButtonElement>(null)
  const query = programList.use()
  const revoke = (program: api.Program) =>
    void confirm({
      title: t('users.programs.revokeTitle', { name: program.name }),
      description: t('users.programs.revokeDescription'),
      confirm: t('users.programs.revoke'),
      isDestructive: true,
      action: () => programList.revoke(program),
      focusAfter: addButton,
    })
  const at = (moment: string) => formatMoment(moment, timeZone, language)
  const used = ({ createdAt, lastUsedAt }: api.Program) => {
    const moment = lastUsedAt ? at(lastUsedAt) : t('users.never')
    return `${t('users.programs.since', { moment: at(createdAt) })} · ${t('users.programs.lastUsed', { moment })}`
  }
  const may = ({ scopes }: api.Program) =>
    new Intl.ListFormat(language).format(scopes.map((scope) => t(`users.programs.scopes.${scope}`)))
  return (
    <>
      <ProgramSection part="programs" query={query} max={api.MAX_PROGRAMS} addButton={addButton} form={<NewProgram />}>
        {(program) => (
          <EntryLine key={program.id} name={program.name} lines={[may(program), used(program)]}>
            <Button
              size="small"
              variant="outline"
              aria-label={`${t('users.programs.revoke')}: ${program.name}`}
              onClick={() => revoke(program)}
            >
              {t('users.programs.revoke')}
            </Button>
          </EntryLine>
        )}
      </ProgramSection>
      <WebhookSettings />
    </>
  )
}

/** The form of a new program, and then its token, which is shown once. */
function NewProgram() {
  const [token, setToken] = useState<string | null>(null)
  const sending = useSendForm({
    schema: api.programInputSchema,
    start: { name: '', scopes: [] as Scope[] },
    send: async (input) => setToken((await programList.make(input)).token),
  })
  if (token !== null) return <ShownOnce label={t('users.programs.token')} value={token} />
  return (
    <SendForm sending={sending} label={t('users.programs.make')}>
      <TextField label={t('customers.name')} {...sending.register('name')} maxLength={api.MAX_PROGRAM_NAME} />
      <Choices
        control={sending.form.control}
        name="scopes"
        legend={t('users.programs.may')}
        values={SCOPES}
        labelOf={(scope) => t(`users.programs.scopes.${scope}`)}
      />
    </SendForm>
  )
}
