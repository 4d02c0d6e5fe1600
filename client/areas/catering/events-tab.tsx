import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../../lib/browser/address.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PreviousEvents } from './previous-events.tsx'
import { Wizard } from './wizard.tsx'

const SECTIONS = ['generate', 'previous'] as const

interface EventsTabProps {
  /** The signed-in user: a draft is shown only to the user who typed it. */
  userId: number
}

/** The events tab: the wizard for a proposal, and the previous events (docs/product/catering.md#catering-wizard). */
export default function EventsTab({ userId }: EventsTabProps) {
  const { t } = useTranslation()
  const [section, chooseSection] = useAddressChoice('events', SECTIONS)
  return (
    <Tabs
      variant="chips"
      value={section}
      onValueChange={chooseSection}
      label={t('catering.sections')}
      options={SECTIONS.map((value) => ({ value, label: t(`catering.views.${value}`) }))}
    >
      <TabPanel value="generate" className="pt-4">
        <Wizard userId={userId} onSeePrevious={() => chooseSection('previous')} />
      </TabPanel>
      <TabPanel value="previous" className="pt-4">
        <PreviousEvents userId={userId} onGenerate={() => chooseSection('generate')} />
      </TabPanel>
    </Tabs>
  )
}
