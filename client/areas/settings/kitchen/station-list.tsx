import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { DEFAULT_STATIONS, MAX_STATIONS, type Station } from '#shared/domain/stations.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { useChangeSettings } from '../settings-calls.ts'
import { StationForm } from './station-form.tsx'
import { StationRow } from './station-row.tsx'
import { type StationQuestion, useStationQuestions } from './use-station-questions.ts'

/** The stations in their order, with the forms and questions to change them; each change applies at once. */
export function StationList() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { stations = DEFAULT_STATIONS } = useSettings()
  const { categoriesOf, removal, reordering } = useStationQuestions(stations)
  const [edited, setEdited] = useState<Station['id'] | 'new' | null>(null)
  const [question, setQuestion] = useState<StationQuestion | null>(null)
  const asked = useWhileOpen(question !== null, question)
  const addButton = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useChangeSettings(() => {
    setEdited(null)
    setQuestion(null)
  })
  const set = (after: readonly (Omit<Station, 'id'> & { id?: number })[]) => {
    if (!isPending) mutate({ stations: [...after] })
  }
  const move = (index: number, by: -1 | 1) => {
    const after = [...stations]
    after.splice(index + by, 0, ...after.splice(index, 1))
    const asks = reordering(after)
    if (asks) setQuestion(asks)
    else set(after)
  }
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold">{t('settings.kitchen.stations')}</h4>
      <ol
        aria-label={t('settings.kitchen.stations')}
        className="divide-y divide-line rounded-card border border-line bg-card"
      >
        {stations.map((station, i) => {
          const name = nameIn(language, station)
          return (
            <li key={station.id} aria-label={name} className="p-2">
              {edited === station.id ? (
                <StationForm
                  station={station}
                  label={t('settings.kitchen.renameTitle', { name })}
                  isPending={isPending}
                  onSave={(names) =>
                    set(stations.map((other) => (other === station ? { ...station, ...names } : other)))
                  }
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <StationRow
                  name={name}
                  categories={stations.length > 1 ? categoriesOf(station.id) : undefined}
                  index={i}
                  count={stations.length}
                  onRename={() => setEdited(station.id)}
                  onMove={(by) => move(i, by)}
                  onRemove={() => setQuestion(removal(station))}
                />
              )}
            </li>
          )
        })}
      </ol>
      <div className="mt-2">
        {edited === 'new' ? (
          <StationForm
            station={null}
            label={t('settings.kitchen.addTitle')}
            isPending={isPending}
            onSave={(names) => set([...stations, names])}
            onCancel={() => setEdited(null)}
          />
        ) : stations.length < MAX_STATIONS ? (
          <Button ref={addButton} variant="outline" size="small" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            {t('settings.kitchen.add')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('settings.kitchen.full')}</p>
        )}
      </div>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={() => setQuestion(null)}
        destructive={asked?.isRemoval}
        title={asked?.title ?? ''}
        description={asked?.description.map((sentence) => (
          <span key={sentence} className="mt-2 block first:mt-0">
            {sentence}
          </span>
        ))}
        confirmLabel={asked?.confirm ?? ''}
        pending={isPending}
        finalFocus={() => (asked?.isRemoval && asked.after.length === stations.length ? addButton.current : null)}
        onConfirm={() => question && set(question.after)}
      />
    </div>
  )
}
