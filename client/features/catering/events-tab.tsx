import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../../lib/browser/use-address-choice.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PreviousEvents } from './events/previous-events.tsx'
import { Wizard } from './wizard/wizard.tsx'

const VIEWS = ['generate', 'previous'] as const

interface EventsTabProps {
  /** Who is signed in: what is being typed is theirs alone. */
  userId: number
}

/** The events tab: a proposal in three steps, and those made before (docs/product.md#catering-wizard). */
export default function EventsTab({ userId }: EventsTabProps) {
  const { t } = useTranslation()
  const [view, chooseView] = useAddressChoice('events', VIEWS)
  return (
    <Tabs
      variant="chips"
      value={view}
      onValueChange={chooseView}
      label={t('catering.sections')}
      options={VIEWS.map((value) => ({ value, label: t(`catering.views.${value}`) }))}
    >
      <TabPanel value="generate" className="pt-4">
        <Wizard userId={userId} onSeePrevious={() => chooseView('previous')} />
      </TabPanel>
      <TabPanel value="previous" className="pt-4">
        <PreviousEvents onGenerate={() => chooseView('generate')} />
      </TabPanel>
    </Tabs>
  )
}
