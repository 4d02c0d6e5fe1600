import { CalendarDays, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useAddressChoice } from '../../lib/browser/dashboard.ts'
import { DraftNotice } from '../../lib/changes/editor-form.tsx'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { MorePages, NotLoaded, ScrolledList, shapeRows } from '../../lib/loading/list.tsx'
import {
  Button,
  cx,
  EmptyState,
  language,
  SearchBox,
  TabPanel,
  Tabs,
  t,
  toast,
  useDebouncedText,
} from '../../ui/index.ts'
import { EventCard } from './event-card.tsx'
import { eventList, useEvents } from './event-requests.ts'
import { FIELDS_OF_STEP, type ProposalEditor, proposalSchema, STEPS, type Step, useProposal } from './proposal.ts'
import { DetailsStep, MenuStep, PreviewStep } from './steps.tsx'

/** The three steps of a proposal (docs/product/catering.md#catering-wizard). */
function Wizard({ proposal }: { proposal: ProposalEditor }) {
  const { form, menu, values, lines, isPending } = proposal
  const root = useRef<HTMLDivElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves === 0) return
    const at = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    ;(at('[aria-invalid=true]') ?? at('h2'))?.focus()
  }, [moves])
  const input = proposalSchema.safeParse(values).data
  // A newer version of the form may refuse a kept draft.
  const step = values.step === 'preview' && !input ? 'details' : values.step
  const moveTo = (next: Step) => {
    form.setValue('step', next)
    setMoves(moves + 1)
  }
  const moveOn = async (next: Step) => {
    // A dish that has left the menu has no field to correct.
    if (step === 'menu')
      form.setValue(
        'dishes',
        values.dishes.filter(({ id }) => menu.data?.some((dish) => dish.id === id)),
      )
    moveTo((await form.trigger(FIELDS_OF_STEP[step])) ? next : step)
  }
  const generate = async () => {
    await proposal.submit()
    const isRefused = (one: Step) => FIELDS_OF_STEP[one].some((field) => form.getFieldState(field).invalid)
    const next = STEPS.find(isRefused) ?? form.getValues('step')
    if (next !== step) moveTo(next)
  }
  return (
    <div ref={root} className={cx('mx-auto space-y-4', step === 'menu' ? 'max-w-5xl' : 'max-w-3xl')}>
      <DraftNotice
        editor={{
          ...proposal,
          startOver() {
            proposal.startOver()
            setMoves(moves + 1)
          },
        }}
        className="mb-0"
      />
      <h2 tabIndex={-1} className="display scroll-mt-4 text-title leading-tight outline-none">
        {t(`catering.stepTitles.${step}`)}{' '}
        <span className="font-sans text-sm text-muted">{t('catering.step', { number: STEPS.indexOf(step) + 1 })}</span>
      </h2>
      {step === 'details' ? (
        <DetailsStep key={proposal.begun} editor={proposal} onNext={() => void moveOn('menu')} />
      ) : !menu.data ? (
        <NotLoaded queries={[menu]} label={t('catering.loadingMenu')} shapes={MENU_SHAPES} className="space-y-3" />
      ) : step === 'menu' ? (
        <MenuStep
          editor={proposal}
          dishes={menu.data}
          onBack={() => moveTo('details')}
          onPreview={() => void moveOn('preview')}
        />
      ) : (
        input && (
          <PreviewStep
            input={input}
            language={proposal.language}
            lines={lines}
            isPending={isPending}
            onBack={() => moveTo('menu')}
            onGenerate={() => void generate()}
          />
        )
      )}
    </div>
  )
}

const MENU_SHAPES = ['h-11', ...shapeRows(7, 'h-15')]

/** The number of cards rendered at first, and added each time the user scrolls near the end. */
const CARDS_PER_STEP = 20

interface PreviousEventsProps {
  /** What a copy replaces. */
  proposal: ProposalEditor
  /** Whether the first event was just made: it takes the focus from the wizard. */
  isFresh: boolean
  onGenerate: () => void
}

/** The previous events with their search, newest first (docs/product/catering.md#catering-previous). */
function PreviousEvents({ proposal, isFresh, onGenerate }: PreviousEventsProps) {
  const [query, setQuery] = useState('')
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFresh) return
    root.current?.focus()
    // The wizard was scrolled to its last button.
    scrollTo(0, 0)
  }, [isFresh])
  /** Asks before a copy replaces what is typed in the wizard. */
  const askToCopy = async (event: CateringEvent) => {
    const isConfirmed =
      !proposal.isTyped ||
      (await confirm({
        title: t('catering.copyTitle'),
        description: t('catering.copyDescription'),
        confirm: t('common.copy'),
        isDestructive: true,
      }))
    if (!isConfirmed) return
    const names = proposal
      .copy(event)
      .map((line) => nameIn(language, line))
      .join(', ')
    toast({ title: t('catering.copied'), ...(names && { description: t('catering.copyLeftOut', { names }) }) })
    onGenerate()
  }
  const askToDelete = (event: CateringEvent) =>
    confirm({
      title: t('catering.deleteTitle', { name: event.customerName || t('catering.erased') }),
      description: t('catering.deleteDescription', { day: formatLongDay(event.eventDate, language) }),
      confirm: t('catering.deleteConfirm'),
      isDestructive: true,
      action: () => eventList.remove(event),
      focusAfter: root,
    })
  return (
    <div ref={root} tabIndex={-1} className="outline-none">
      <SearchBox
        label={t('catering.searchLabel')}
        placeholder={t('catering.search')}
        query={query}
        onChange={setQuery}
        className="mb-4 @tab/page:max-w-96"
      />
      <EventList
        query={query}
        onGenerate={onGenerate}
        onCopy={(event) => void askToCopy(event)}
        onDelete={(event) => void askToDelete(event)}
      />
    </div>
  )
}

interface EventListProps {
  query: string
  onGenerate: () => void
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

function EventList({ query, onGenerate, onCopy, onDelete }: EventListProps) {
  const searchText = useDebouncedText(query)
  const list = useEvents(searchText)
  const { data: events, isPlaceholderData } = list
  if (!events) {
    const label = t('catering.loadingEvents')
    const className = 'grid gap-4 @wide/page:grid-cols-2 @min-[96rem]/page:grid-cols-3'
    return (
      <NotLoaded queries={[list]} label={label} shapes={shapeRows(4, 'h-96 rounded-card!')} className={className} />
    )
  }
  const isSearching = isPlaceholderData || searchText !== query.trim()
  if (events.length === 0 && !isSearching) {
    return searchText ? (
      <EmptyState
        role="status"
        icon={<SearchX />}
        title={t('catering.noneFound')}
        description={t('catering.noneFoundDescription', { query: searchText })}
      />
    ) : (
      <EmptyState
        icon={<CalendarDays />}
        title={t('catering.empty')}
        description={t('catering.emptyDescription')}
        action={<Button onClick={onGenerate}>{t('catering.generateFirst')}</Button>}
      />
    )
  }
  return (
    <>
      <ScrolledList
        items={events}
        step={CARDS_PER_STEP}
        label={t('catering.events')}
        className="grid items-start gap-4 @wide/page:grid-cols-2 @min-[96rem]/page:grid-cols-3"
      >
        {(event) => (
          <li key={event.id} className="min-w-0">
            <EventCard event={event} onCopy={onCopy} onDelete={onDelete} />
          </li>
        )}
      </ScrolledList>
      <MorePages list={list} more={t('catering.loadMore')} isSearching={isSearching} />
    </>
  )
}

const SECTIONS = ['generate', 'previous'] as const

/** The events tab: the wizard for a proposal, and the previous events (docs/product/catering.md#catering-wizard). */
export default function EventsTab() {
  const [section, chooseSection] = useAddressChoice('events', SECTIONS)
  const [isFresh, setFresh] = useState(false)
  const show = (next: (typeof SECTIONS)[number], isMade = false) => {
    setFresh(isMade)
    chooseSection(next)
  }
  const proposal = useProposal(() => show('previous', true))
  return (
    <Tabs
      variant="chips"
      value={section}
      onValueChange={show}
      label={t('dashboard.tabs.events')}
      options={SECTIONS.map((value) => ({ value, label: t(`catering.views.${value}`) }))}
    >
      <TabPanel value="generate" className="pt-4">
        <Wizard proposal={proposal} />
      </TabPanel>
      <TabPanel value="previous" className="pt-4">
        <PreviousEvents proposal={proposal} isFresh={isFresh} onGenerate={() => show('generate')} />
      </TabPanel>
    </Tabs>
  )
}
