import { Percent } from 'lucide-react'
import { useState } from 'react'
import type { PriceRule } from '#shared/contracts/price-rules.ts'
import { nameIn } from '#shared/domain/language.ts'
import { pricesAt, stretchOf } from '#shared/domain/menu/price-rules.ts'
import { localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import { Entries } from '../../../kit/entries.tsx'
import { serverDate, useServerNow } from '../../../lib/clock/server-clock.ts'
import { NotLoaded, shapeRows } from '../../../lib/loading/list.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { Badge, Card, DateInput, ListRow, language, Switch, TextField, TimeInput, t } from '../../../ui/index.ts'
import { type OwnersMenu, useOwnersMenu } from '../owners-menu.ts'
import { LoweredDishes } from './lowered-dishes.tsx'
import { RuleEditor, withCategoryIds } from './rule-editor.tsx'
import { ruleList, standingOf, timesText } from './rules.ts'

/** The rules that lower prices by the hour (docs/product/prices.md#prices-tab). */
export default function PriceRulesView() {
  const query = ruleList.use()
  const { menu } = useOwnersMenu()
  if (query.data && menu) return <Rules rules={query.data} menu={menu} />
  return <NotLoaded queries={[query]} shapes={shapeRows(3, 'h-24 rounded-card!')} className="space-y-3" />
}

interface RulesProps {
  rules: readonly PriceRule[]
  menu: OwnersMenu
}

function Rules({ rules, menu }: RulesProps) {
  // By when they run next, as it was when the list was opened: no row moves under a finger.
  const [opened] = useState(serverDate)
  const startOf = (rule: PriceRule) => stretchOf(rule, opened, timeZone)?.from.getTime() ?? Number.MAX_SAFE_INTEGER
  return (
    <Entries
      items={rules}
      words="priceRules"
      icon={<Percent />}
      editor={(rule, close) => <RuleDialog rule={rule} onClose={close} />}
      dialogClass="sm:max-w-4xl!"
      add={{ size: 'small', variant: 'outline' }}
    >
      {(edit, addButton, empty) =>
        empty || (
          <div className="grid items-start gap-4 @wide/page:grid-cols-2">
            <Card className="p-2.5">
              <div className="flex justify-end px-2">{addButton}</div>
              <ul aria-label={t('menuOptions.views.prices')}>
                {rules
                  .toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id)
                  .map((rule) => (
                    <RuleRow key={rule.id} rule={rule} menu={menu} onEdit={() => edit(rule)} />
                  ))}
              </ul>
            </Card>
            <PricesAtMoment rules={rules} menu={menu} />
          </div>
        )
      }
    </Entries>
  )
}

function RuleDialog(props: { rule: PriceRule | null; onClose: (entry?: PriceRule) => void }) {
  const { menu } = useOwnersMenu()
  return menu && <RuleEditor menu={menu} {...props} />
}

const TONES = {
  broken: 'cancelled',
  off: 'neutral',
  ended: 'neutral',
  idle: 'cancelled',
  runs: 'ready',
  next: 'neutral',
} as const

function RuleRow({ rule, menu, onEdit }: { rule: PriceRule; menu: OwnersMenu; onEdit: () => void }) {
  const { standing, text } = standingOf(rule, new Date(useServerNow()), timeZone)
  return (
    <li className="flex items-center gap-2 pr-2">
      <ListRow
        onClick={onEdit}
        name={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 break-words">
              {nameIn(language, rule)} <span className="figures whitespace-nowrap">−{rule.percent}%</span>
            </span>
            <Badge tone={TONES[standing]} dot={standing === 'runs'}>
              {text}
            </Badge>
          </span>
        }
        note={
          <span className="line-clamp-3">
            {[!rule.isBroken && timesText(rule), useNamesOf(menu)(rule)].filter(Boolean).join(' · ')}
          </span>
        }
      />
      <Switch
        label={<span className="sr-only">{`${t('priceRules.on')}: ${nameIn(language, rule)}`}</span>}
        checked={rule.isActive}
        onCheckedChange={() => void ruleList.toggle(rule)}
      />
    </li>
  )
}

/** What a rule lowers: the names of its categories and dishes. */
function useNamesOf({ dishes, categories }: OwnersMenu) {
  return ({ categoryIds, dishIds }: Pick<PriceRule, 'categoryIds' | 'dishIds'>) =>
    [...categories.filter(({ id }) => categoryIds.includes(id)), ...dishes.filter(({ id }) => dishIds.includes(id))]
      .map((one) => nameIn(language, one))
      .join(', ')
}

const SHOWN = 20

/** Which dishes cost what at a moment of one's choice, the first of them. */
function PricesAtMoment({ rules, menu }: RulesProps) {
  const [{ day, time }, setMoment] = useState(() => localTime(serverDate(), timeZone))
  const at = day !== '' && isTimeOfDay(time) ? momentOf({ day, time }, timeZone) : null
  // The server lowers nothing by a rule that it cannot read.
  const counted = at ? rules.filter(({ isBroken }) => !isBroken) : []
  const ruleOf = pricesAt(counted, at ?? serverDate(), timeZone)
  const lowered = withCategoryIds(menu).flatMap((dish) => {
    const rule = dish.price > 0 || dish.fromPrice !== null ? ruleOf(dish) : undefined
    return rule ? [{ dish, by: rule }] : []
  })
  return (
    <Card className="p-4">
      <section aria-label={t('priceRules.moment')}>
        <h3 className="display text-title">{t('priceRules.moment')}</h3>
        <div className="mt-2 mb-1 grid max-w-md grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
          <TextField
            as={DateInput}
            label={t('reservations.day')}
            value={day}
            onChange={(next: string) => setMoment({ day: next, time })}
          />
          <TextField
            as={TimeInput}
            label={t('reservations.time')}
            value={time}
            onChange={({ target }) => setMoment({ day, time: target.value })}
          />
        </div>
        {lowered.length > 0 ? (
          <>
            <LoweredDishes label={t('priceRules.moment')} dishes={lowered.slice(0, SHOWN)} />
            {lowered.length > SHOWN && (
              <p className="text-muted text-sm">{t('orders.unfold', { count: lowered.length - SHOWN })}</p>
            )}
          </>
        ) : (
          <p role="status" className="py-2 text-body text-muted">
            {t('priceRules.noneLowered')}
          </p>
        )}
      </section>
    </Card>
  )
}
