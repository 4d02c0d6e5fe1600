import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as api from '#shared/contracts/webhooks.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { change, list, readAll } from '../../../kit/changes.ts'
import { showDialog } from '../../../kit/dialog.tsx'
import { callApi } from '../../../lib/api/api.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { SendForm, useSendForm } from '../../../lib/changes/send-form.tsx'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { Button, language, MoreMenu, Switch, TextField, t } from '../../../ui/index.ts'
import { Choices, EntryLine, ProgramSection, ShownOnce } from './program-section.tsx'

const webhooks = list<api.Webhook>('webhooks', { read: readAll(api.listWebhooks) })
const about = ({ id }: api.Webhook) => ({ id: String(id) })
const webhookList = {
  use: webhooks.use,
  make: change((body: Input) => sendChange(api.createWebhook, { body }), {
    ...webhooks.inTurn,
    // The list never holds a secret.
    onDone: (_, { secret: __, ...webhook }) => webhooks.put(webhook),
    failed: 'common.notChanged',
  }),
  save: webhooks.save(api.changeWebhook, { failed: 'common.notChanged' }),
  remove: webhooks.remove(api.removeWebhook, { failed: 'common.notDeleted' }),
  test: webhooks.change((webhook: api.Webhook) => sendChange(api.testWebhook, { params: about(webhook) }), {
    put: null,
    onDone: (webhook) => openDeliveries(webhook),
    failed: 'common.notChanged',
  }),
  renewSecret: webhooks.change(
    (webhook: api.Webhook) => sendChange(api.renewWebhookSecret, { params: about(webhook) }),
    {
      put: null,
      failed: 'common.notChanged',
    },
  ),
  repeat: webhooks.change(
    (webhook, deliveryId: number) =>
      sendChange(api.repeatDelivery, {
        params: { ...about(webhook), deliveryId: String(deliveryId) },
        body: { again: true },
      }),
    { put: null, failed: 'common.notChanged' },
  ),
}

type Input = ReturnType<typeof api.webhookInputSchema.parse>

const openDeliveries = (webhook: api.Webhook): void =>
  void showDialog({ title: t('users.webhooks.deliveries'), content: () => <Deliveries webhook={webhook} /> })

/** The addresses at which other programs hear of events (docs/product/programs.md#programs-events). */
export function WebhookSettings() {
  const addButton = useRef<HTMLButtonElement>(null)
  const query = webhookList.use()
  const askToRenew = async (webhook: api.Webhook) => {
    let secret = ''
    const isRenewed = await confirm({
      title: t('users.webhooks.renewTitle'),
      description: t('users.webhooks.renewDescription'),
      confirm: t('users.webhooks.renew'),
      action: async () => {
        secret = (await webhookList.renewSecret(webhook)).secret
      },
    })
    const content = () => <ShownOnce label={t('users.webhooks.secret')} value={secret} />
    if (isRenewed) void showDialog({ title: t('users.webhooks.renew'), content })
  }
  const askToRemove = (webhook: api.Webhook) =>
    void confirm({
      title: t('users.webhooks.removeTitle'),
      description: webhook.url,
      confirm: t('menuImports.bulk.removeThese'),
      isDestructive: true,
      action: () => webhookList.remove(webhook),
      focusAfter: addButton,
    })
  const stateOf = ({ isActive, failingSince }: api.Webhook) =>
    t(`users.webhooks.states.${failingSince ? (isActive ? 'failing' : 'givenUp') : isActive ? 'on' : 'off'}`)
  const heard = ({ events }: api.Webhook) =>
    new Intl.ListFormat(language).format(events.map((event) => t(`users.webhooks.events.${event}`)))
  return (
    <ProgramSection part="webhooks" query={query} max={api.MAX_WEBHOOKS} addButton={addButton} form={<NewWebhook />}>
      {(webhook) => {
        const { id, url, isActive, personal } = webhook
        return (
          <EntryLine
            key={id}
            name={url}
            lines={[heard(webhook), personal && t('users.webhooks.personal'), stateOf(webhook)]}
          >
            <MoreMenu
              label={t('common.moreFor', { name: url })}
              variant="outline"
              actions={[
                { label: t('users.webhooks.deliveries'), onChoose: () => openDeliveries(webhook) },
                { label: t('users.webhooks.test'), onChoose: () => void webhookList.test(webhook) },
                {
                  label: t(isActive ? 'printers.switchOff' : 'printers.switchOn'),
                  onChoose: () => void webhookList.save(webhook, { isActive: !isActive }),
                },
                { label: t('users.webhooks.renew'), onChoose: () => void askToRenew(webhook) },
                { label: t('menuImports.bulk.removeThese'), isDangerous: true, onChoose: () => askToRemove(webhook) },
              ]}
            />
          </EntryLine>
        )
      }}
    </ProgramSection>
  )
}

/** The form of a new address, and then its secret, which is shown once. */
function NewWebhook() {
  const [secret, setSecret] = useState<string | null>(null)
  const sending = useSendForm({
    schema: api.webhookInputSchema,
    start: { url: '', events: [] as api.WebhookEvent[], personal: false },
    send: async (input) => setSecret((await webhookList.make(input)).secret),
  })
  if (secret !== null) return <ShownOnce label={t('users.webhooks.secret')} value={secret} />
  const { control } = sending.form
  return (
    <SendForm sending={sending} label={t('users.webhooks.add')}>
      <TextField label={t('users.webhooks.url')} type="url" {...sending.register('url')} />
      <Choices
        control={control}
        name="events"
        legend={t('users.webhooks.wants')}
        values={api.WEBHOOK_EVENTS}
        labelOf={(event) => t(`users.webhooks.events.${event}`)}
      />
      <Controller
        control={control}
        name="personal"
        render={({ field: { value, onChange } }) => (
          <Switch label={t('users.webhooks.personal')} checked={value ?? false} onCheckedChange={onChange} />
        )}
      />
    </SendForm>
  )
}

const REFETCH_MS = 2_000

/** The last events for an address, each with its outcome. */
function Deliveries({ webhook }: { webhook: api.Webhook }) {
  const params = { id: String(webhook.id) }
  const query = useQuery({
    queryKey: ['deliveries', webhook.id],
    queryFn: ({ signal }) => callApi(api.listDeliveries, { params, signal }),
    refetchInterval: REFETCH_MS,
  })
  if (!query.data) return <NotLoaded queries={[query]} shapes={['h-24']} />
  if (query.data.length === 0) return <p className="text-muted">{t('users.webhooks.none')}</p>
  const outcomeOf = ({ attempts, endedAt, responseCode }: api.WebhookDelivery) =>
    endedAt || attempts > 0
      ? t('users.webhooks.response', { response: responseCode ?? '–' })
      : t('users.webhooks.waits')
  return (
    <ul aria-label={t('users.webhooks.deliveries')} className="divide-y divide-line">
      {query.data.map((delivery) => {
        const what = t(`users.webhooks.events.${delivery.type}`)
        const when = formatMoment(delivery.createdAt, timeZone, language)
        return (
          <EntryLine key={delivery.id} name={what} lines={[`${when} · ${outcomeOf(delivery)}`]}>
            {delivery.endedAt && (
              <Button
                size="small"
                variant="outline"
                aria-label={`${t('users.webhooks.again')}: ${what}, ${when}`}
                onClick={() =>
                  webhookList.repeat(webhook, delivery.id).then(
                    () => query.refetch(),
                    () => {},
                  )
                }
              >
                {t('users.webhooks.again')}
              </Button>
            )}
          </EntryLine>
        )
      })}
    </ul>
  )
}
