import { History } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { cx } from '../../ui/cx.ts'
import { StickyFooter } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { t } from '../../ui/translation.ts'
import type { EditorState } from './use-editor.ts'

interface DraftNoticeProps {
  editor: { isRestored: boolean; startOver: () => void }
  className?: string
}

/** Says that a form was opened with its draft, and offers to begin anew. */
export function DraftNotice({ editor: { isRestored, startOver }, className }: DraftNoticeProps) {
  if (!isRestored) return null
  return (
    <div className={className}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 rounded-control bg-sunk py-1.5 pr-1.5 pl-4 text-body">
        <p role="status" className="flex min-w-0 flex-[1_1_13rem] items-center gap-2">
          <History className="size-4.5 shrink-0 text-muted" />
          {t('drafts.restored')}
        </p>
        <Button variant="quiet" size="small" onClick={startOver}>
          {t('drafts.startOver')}
        </Button>
      </div>
    </div>
  )
}

/** Fields in their order, and what they mean in words; those that mean the same are not shown. */
type Said<Values> = readonly { label: string; textOf: (values: Values) => string }[]

/** Shows both versions of what somebody else has saved meanwhile, with a choice (docs/product/menu.md#menu-two-versions). */
export function ConflictNotice<Values extends FieldValues>({
  editor,
  fields,
}: {
  editor: EditorState<Values>
  fields: Said<Values>
}) {
  const notice = useRef<HTMLElement>(null)
  const mine = useWatch({ control: editor.form.control, compute: (values: Values) => values })
  const theirs = editor.theirs as Values
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label={t('drafts.versions.title')}
      className="mb-5 scroll-mt-4 rounded-card border border-pending bg-pending-soft p-4"
    >
      <h3 className="font-semibold text-pending">{t('drafts.versions.title')}</h3>
      <p className="mt-1 text-body">{t('drafts.versions.description')}</p>
      <dl className="mt-3 divide-y divide-line rounded-control border border-line bg-card">
        {fields
          .filter(({ textOf }) => textOf(theirs) !== textOf(mine))
          .map(({ label, textOf }) => (
            <div key={label} className="grid gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
              <dt className="text-sm font-semibold first-letter:uppercase">{label}</dt>
              {(['theirs', 'mine'] as const).map((whose) => (
                <dd key={whose} className="min-w-0 text-body break-words whitespace-pre-line">
                  <span className="block text-small text-muted">{t(`drafts.versions.${whose}`)}</span>
                  {whose === 'mine' && textOf(mine) === textOf(editor.before) ? (
                    <span className="text-muted">{t('drafts.versions.notMine')}</span>
                  ) : (
                    textOf(whose === 'mine' ? mine : theirs) || t('drafts.versions.nothing')
                  )}
                </dd>
              ))}
            </div>
          ))}
      </dl>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button variant="outline" disabled={editor.isPending} onClick={editor.takeTheirs}>
          {t('drafts.versions.takeTheirs')}
        </Button>
        <Button pending={editor.isPending} onClick={() => void editor.saveMine()}>
          {t('drafts.versions.saveMine')}
        </Button>
      </div>
    </section>
  )
}

interface EditorFormProps<Values extends FieldValues> {
  editor: EditorState<Values>
  fields?: Said<Values>
  /** Missing for what is not saved yet. */
  remove?: { label: string; onPress: () => void } | false | null | undefined
  saveLabel?: string
  /** In place of "Cancel", where that could mean what the form changes. */
  cancelLabel?: string
  onCancel: () => void
  /** A switch or a note before the buttons, which can be used at any time. */
  footer?: ReactNode
  /** Another button, before the one that saves. */
  extra?: ReactNode
  /** In a dialog of its own, whose buttons stay in sight; as a box in a list, which Esc closes; or as a part of a page. */
  place?: 'dialog' | 'list' | 'part'
  label?: string
  className?: string
  children: ReactNode
}

/** The form of an editor: notices, fields, and the buttons that delete, cancel and save. */
export function EditorForm<Values extends FieldValues>(props: EditorFormProps<Values>) {
  const { editor, fields = [], remove, onCancel, footer, extra, place = 'dialog', label, className, children } = props
  const isDialog = place === 'dialog'
  const Footer = isDialog ? StickyFooter : 'div'
  const cancel = () => {
    // A save under way may fail after the form was closed.
    if (!editor.isPending) editor.startOver()
    onCancel()
  }
  return (
    <form
      noValidate
      aria-label={label}
      className={place === 'list' ? 'rounded-control bg-sunk p-3' : undefined}
      onKeyDown={({ key }) => {
        if (place === 'list' && key === 'Escape') cancel()
      }}
      onSubmit={(event) => {
        // It may stand in another form's dialog.
        event.stopPropagation()
        void editor.submit(event)
      }}
    >
      <DraftNotice editor={editor} />
      {editor.isGone && (
        <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-body">
          {t('drafts.gone')}
        </p>
      )}
      {editor.theirs && <ConflictNotice {...{ editor, fields }} />}
      <div key={editor.begun} className={className}>
        {children}
      </div>
      <Footer className={cx('flex flex-wrap items-center justify-end gap-2', isDialog ? 'mt-6 sm:gap-x-5' : 'mt-4')}>
        {remove && (
          <Button variant="outline" className="mr-auto text-cancelled!" onClick={remove.onPress}>
            {remove.label}
          </Button>
        )}
        {footer}
        <div className="flex flex-wrap justify-end gap-2.5">
          {/* On a phone, three buttons would take a second row; the dialog can be closed above. */}
          <Button
            variant="outline"
            className={isDialog && (extra || remove) ? 'max-sm:hidden' : undefined}
            onClick={cancel}
          >
            {props.cancelLabel ?? t('common.cancel')}
          </Button>
          {extra}
          <Button type="submit" pending={editor.isPending}>
            {props.saveLabel ?? t('common.save')}
          </Button>
        </div>
      </Footer>
    </form>
  )
}
