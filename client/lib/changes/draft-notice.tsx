import { History } from 'lucide-react'
import { Button } from '../../ui/parts/button.tsx'
import { useTranslation } from '../../ui/translation.ts'
import type { EditorDraft } from './use-editor.ts'

interface DraftNoticeProps {
  draft: Pick<EditorDraft, 'isRestored' | 'startOver'>
  className?: string
}

/** Says that a form was opened with its draft, and offers to begin anew. */
export function DraftNotice({ draft, className }: DraftNoticeProps) {
  const { t } = useTranslation()
  if (!draft.isRestored) return null
  return (
    <div className={className}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-sunk py-1.5 pr-1.5 pl-4 text-body">
        <p role="status" className="flex min-w-0 flex-[1_1_13rem] items-center gap-2">
          <History className="size-4.5 shrink-0 text-muted" />
          {t('drafts.restored')}
        </p>
        <Button variant="quiet" size="small" onClick={draft.startOver}>
          {t('drafts.startOver')}
        </Button>
      </div>
    </div>
  )
}

/** Above the form of an editor: that it has a draft, and that what it changes was deleted meanwhile. */
export function EditorNotices({ editor, gone }: { editor: { draft: EditorDraft; isGone: boolean }; gone: string }) {
  return (
    <>
      <DraftNotice draft={editor.draft} />
      {editor.isGone && (
        <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-body">
          {gone}
        </p>
      )}
    </>
  )
}
