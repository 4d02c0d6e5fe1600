import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button, cx, Dialog, Spinner, useTranslation } from '../../../ui/index.ts'
import { OutcomePreview, type OutcomePreviewProps } from './outcome-preview.tsx'
import { hasEffect, type PreviewedChange } from './previewed-change.ts'

interface PreviewDialogProps<Source> extends Omit<OutcomePreviewProps, 'outcome' | 'change'> {
  open: boolean
  title: string
  description?: string
  className: string
  change: PreviewedChange<Source>
  changingText: string
  form: ReactNode
  back: { label: string; onPress: () => void }
  /** The button that makes the change, shown if it has an effect. */
  confirm: { label: string; variant?: 'primary' | 'danger'; onPress: () => void }
  onClose: () => void
  onClosed: () => void
}

/** The dialog for a change of the menu: form, preview of each dish, confirmation. */
export function PreviewDialog<Source>(props: PreviewDialogProps<Source>) {
  const { open, title, description, className, change, changingText, form, back, confirm } = props
  const { onClose, onClosed, ...preview } = props
  const { t } = useTranslation()
  const { phase, outcome } = change
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={() => {
        change.back()
        onClosed()
      }}
      dismissible={phase !== 'changing'}
      title={title}
      description={description}
      className={className}
      footer={
        phase === 'previewed' && (
          <div
            className={cx(
              'flex gap-2.5 sm:flex-row sm:justify-end',
              confirm.variant === 'danger' ? 'flex-col' : 'flex-col-reverse',
            )}
          >
            <Button variant={confirm.variant === 'danger' ? 'ink' : 'outline'} onClick={back.onPress}>
              {back.label}
            </Button>
            {outcome && hasEffect(outcome) && (
              <Button variant={confirm.variant} onClick={confirm.onPress}>
                {confirm.label}
              </Button>
            )}
          </div>
        )
      }
    >
      <PhaseBody body={body} phase={phase}>
        {phase === 'choosing' && form}
        {phase === 'previewing' && <WaitNote text={t('common.checking')} />}
        {phase === 'changing' && <WaitNote text={changingText} />}
        {phase === 'previewed' && outcome && <OutcomePreview {...preview} outcome={outcome} />}
      </PhaseBody>
    </Dialog>
  )
}

/** The body of a dialog with several phases; it gets the focus in each new phase, which would be lost otherwise. */
function PhaseBody({
  body,
  phase,
  children,
}: {
  body: RefObject<HTMLDivElement | null>
  phase: string
  children: ReactNode
}) {
  const shownPhase = useRef(phase)
  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    body.current?.focus()
  }, [body, phase])
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

function WaitNote({ text }: { text: string }) {
  return (
    <div className="grid min-h-40 place-content-center gap-4 text-center">
      <Spinner className="mx-auto size-8 text-accent" />
      <p role="status">{text}</p>
    </div>
  )
}
