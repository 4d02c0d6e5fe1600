import { useIsMutating } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { randomKey } from '../../../lib/api/random-key.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { toast } from '../../../ui/toast/store.ts'
import { eventsKey, type ProposalAttempt, sendProposal } from '../event-calls.ts'
import { changeDraft, currentDraft, type Draft, emptyDraft } from './draft.ts'
import { EMPTY_DETAILS, requestOf } from './proposal.ts'

const mutationKey = ['proposal']

/** Creates the event of the draft, and only one however often it is sent. `isPending` outlasts a change of tab. */
export function useGenerate() {
  const { t } = useTranslation()
  const isPending = useIsMutating({ mutationKey }) > 0
  const { mutate, data } = useOwnerChange({
    mutationKey,
    mutationFn: (attempt: ProposalAttempt & { isRepeated: boolean }) => sendProposal(attempt),
    onSuccess() {
      emptyDraft()
      toast({ title: t('catering.generated') })
    },
    onError(error, { isRepeated }) {
      const issues = error instanceof RequestError ? error.issues : []
      const fieldIssues = issues.filter(({ path }) => stepOf(path))
      const otherMessages = issues.filter(({ path }) => !stepOf(path)).map(({ message }) => message)
      const step = fieldIssues[0] && stepOf(fieldIssues[0].path)
      changeDraft((draft) => ({
        issues: fieldIssues,
        step: step ?? draft.step,
        unanswered: mayBeCreated(error, isRepeated) ? draft.unanswered : null,
      }))
      const description = [errorMessage(error), ...otherMessages].join(' ')
      toastFailure(t('catering.failed'), error, description)
    },
    refetch: [eventsKey],
  })

  function generate(defaultLanguage: Language): void {
    const { details, discount, lines, unanswered } = currentDraft()
    const request = requestOf(details, discount, lines, defaultLanguage)
    const sent = JSON.stringify(request)
    const isRepeated = unanswered?.sent === sent
    const key = isRepeated ? unanswered.key : randomKey()
    // Store the key before sending: a reload may lose the response.
    changeDraft({ unanswered: { key, sent }, issues: [] })
    mutate({ request, key, isRepeated })
  }

  return { generate, isPending, generated: data }
}

function mayBeCreated(error: Error, isRepeated: boolean): boolean {
  if (!(error instanceof RequestError) || error.status >= 500) return true
  return isRepeated && !error.isDecision
}

/** The step that contains the field of an issue. */
function stepOf(path: string): Draft['step'] | undefined {
  const [field = ''] = path.split('.')
  if (field in EMPTY_DETAILS) return 'details'
  return field === 'discount' || /^items\.\d+/.test(path) ? 'menu' : undefined
}
