import { type PaymentInput, type Recorded, recordPayment, reversePayment } from '#shared/contracts/payments.ts'
import { nameIn } from '#shared/domain/language.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { useAddOnce } from '../../lib/changes/add-once.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { i18n, toast } from '../../ui/index.ts'
import { useBoardState } from '../orders/index.ts'

export function useMethods() {
  const { paymentMethods = DEFAULT_METHODS } = useSettings()
  return {
    methods: paymentMethods,
    nameOf: (method: { name: string; nameRo: string }) => nameIn(currentLanguage(), method),
  }
}

export const paymentsKey = ['payments'] as const

/** Records a payment, or takes one back: once, also if an answer is lost; the same is then asked again under its key. */
function useOnce<Input>(
  send: (input: Input, headers: { 'Idempotency-Key': string }) => Promise<Recorded>,
  onRecorded: (recorded: Recorded, input: Input) => void,
) {
  const once = useAddOnce(({ input, key }: { input: Input; key: string }) => send(input, { 'Idempotency-Key': key }))
  const change = useOwnerChange({
    mutationFn: async (input: Input) => (await once.addedBefore()) ?? once.add(input),
    onSuccess: onRecorded,
    onError: () => useBoardState.getState().refetch(),
    refetch: [['bill'], paymentsKey],
  })
  const { error, variables } = change
  const isUnknown = error !== null && !(error instanceof RequestError && error.isDecision)
  return {
    ...change,
    /** Whether the last attempt may have been recorded: only the same can be sent again. */
    isUnknown,
    repeat: () => variables !== undefined && change.mutate(variables),
    /** Forgets an error that is decided. */
    forgetError: () => !isUnknown && change.reset(),
  }
}

export function useRecordPayment(onRecorded: (recorded: Recorded, input: PaymentInput) => void) {
  const { format } = useMoney()
  const { methods, nameOf } = useMethods()
  return useOnce<PaymentInput>(
    (body, headers) => sendChange(recordPayment, { body, headers }),
    (recorded, input) => {
      const method = methods.find(({ id }) => id === input.method)
      const sum = recorded.amount + recorded.tip + recorded.rounding
      toast({
        title: i18n.t('payments.recorded', { amount: format(sum), method: method && nameOf(method) }),
        description: recorded.change > 0 ? i18n.t('payments.changeIs', { amount: format(recorded.change) }) : undefined,
      })
      onRecorded(recorded, input)
    },
  )
}

export interface Reversal {
  amount: number
  tip: number
  method: number
  reason: string
}

export function useReversePayment(id: number, onReversed: () => void) {
  const { format } = useMoney()
  return useOnce<Reversal>(
    (body, headers) => sendChange(reversePayment, { params: { id: String(id) }, body, headers }),
    (_, { amount, tip }) => {
      toast({ title: i18n.t('payments.tookBack', { amount: format(amount + tip) }) })
      onReversed()
    },
  )
}
