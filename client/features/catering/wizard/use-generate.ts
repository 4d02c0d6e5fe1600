import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { randomKey } from '../../../lib/api/random-key.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { toast } from '../../../ui/toast/store.ts'
import { eventsKey, type ProposalAttempt, sendProposal } from '../event-calls.ts'
import { changeDraft, currentDraft, type Draft, emptyDraft } from './draft.ts'
import { EMPTY_DETAILS, requestOf } from './proposal.ts'

const mutationKey = ['proposal']

/** Generates the proposal of the draft, once however often it is sent, also while another tab is looked at. */
export function useGenerate() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isPending = useIsMutating({ mutationKey }) > 0
  const { mutate, data } = useMutation({
    mutationKey,
    mutationFn: (attempt: ProposalAttempt & { isRepeated: boolean }) => sendProposal(attempt),
    onSuccess() {
      emptyDraft()
      toast({ title: t('catering.generated') })
    },
    onError(error, { isRepeated }) {
      const issues = error instanceof RequestError ? error.issues : []
      const placed = issues.filter(({ path }) => stepOf(path))
      const others = issues.filter(({ path }) => !stepOf(path)).map(({ message }) => message)
      const step = placed[0] && stepOf(placed[0].path)
      changeDraft((draft) => ({
        issues: placed,
        step: step ?? draft.step,
        unanswered: mayBeMade(error, isRepeated) ? draft.unanswered : null,
      }))
      const description = [errorMessage(error), ...others].join(' ')
      toast({ variant: 'destructive', title: t('catering.failed'), description })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: eventsKey }),
  })

  function generate(defaultLanguage: Language): void {
    const { details, discount, lines, unanswered } = currentDraft()
    const request = requestOf(details, discount, lines, defaultLanguage)
    const sent = JSON.stringify(request)
    const isRepeated = unanswered?.sent === sent
    const key = isRepeated ? unanswered.key : randomKey()
    // Kept before it is sent: a reload may take the answer.
    changeDraft({ unanswered: { key, sent }, issues: [] })
    mutate({ request, key, isRepeated })
  }

  return { generate, isPending, generated: data }
}

function mayBeMade(error: Error, isRepeated: boolean): boolean {
  if (!(error instanceof RequestError) || error.status >= 500) return true
  return isRepeated && !error.isDecision
}

/** The step on which a field stands that the server refused. */
function stepOf(path: string): Draft['step'] | undefined {
  const [field = ''] = path.split('.')
  if (field in EMPTY_DETAILS) return 'details'
  return field === 'discount' || /^items\.\d+/.test(path) ? 'menu' : undefined
}
