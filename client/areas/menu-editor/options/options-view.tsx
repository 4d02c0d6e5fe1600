import { ArrowLeft, Copy, ListChecks, Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { reported } from '../../../kit/changes.ts'
import { Editor } from '../../../kit/editor.tsx'
import { fieldsOf } from '../../../kit/fields.tsx'
import { useIsPageWide } from '../../../lib/browser/dashboard.ts'
import { withoutCopies } from '../../../lib/changes/both-languages.tsx'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { restaurantLanguage } from '../../../lib/settings/settings.ts'
import { Button, cx, EmptyState, ListRow, language, t } from '../../../ui/index.ts'
import { useOptionGroups } from '../owners-menu.ts'
import {
  dishesWithRequiredGroup,
  EMPTY_GROUP,
  type GroupForm,
  groupForm,
  groupList,
  groupsOf,
  LimitFields,
  useGroupTexts,
} from './group-form.tsx'
import { OptionRows } from './option-rows.tsx'

const { Both } = fieldsOf(groupForm)

/** The groups of options with their editor (docs/product/options.md#options-groups). */
export default function OptionsView() {
  const query = useOptionGroups()
  if (query.data) return <Groups groups={query.data} />
  return <NotLoaded queries={[query]} shapes={['h-140 rounded-card!']} />
}

const CARD = 'card-face'

function Groups({ groups }: { groups: readonly OptionGroup[] }) {
  const isWide = useIsPageWide(64)
  const [chosen, setChosen] = useState<number | 'new' | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // A group that was deleted elsewhere stays open, with what was typed.
  const [lastGroup, setLastGroup] = useState<OptionGroup | null>(null)
  const shown = chosen ?? (isWide ? (groups[0]?.id ?? null) : null)
  const current = groups.find(({ id }) => id === shown) ?? (lastGroup?.id === shown ? lastGroup : null)
  if (current && current !== lastGroup) setLastGroup(current)
  const copy = async (group: OptionGroup) => {
    const copied = await reported(groupList.copy(group))
    if (copied) setChosen(copied.id)
  }
  const done = (saved?: OptionGroup) => {
    if (!saved) setLastGroup(null)
    setChosen(saved?.id ?? null)
  }
  const isEditing = shown === 'new' || current !== null
  return (
    <div className="split">
      {(isWide || !isEditing) && (
        <GroupList
          groups={groups}
          shown={shown}
          onChoose={setChosen}
          onAdd={() => setChosen('new')}
          addRef={addButton}
        />
      )}
      {isEditing && (
        <section
          aria-label={t('menuOptions.editTitle')}
          className={cx(CARD, '@container px-5 pt-5 pb-5 @phone/page:px-6 [--footer-bottom:0px]')}
        >
          {!isWide && (
            <Button autoFocus variant="quiet" className="mb-3 -ml-3" onClick={() => setChosen(null)}>
              <ArrowLeft className="size-4.5" />
              {t('menuOptions.back')}
            </Button>
          )}
          {shown === 'new' && <h2 className="display mb-4 text-title">{t('menuOptions.newGroup')}</h2>}
          <GroupEditor
            key={shown}
            group={current}
            onDone={done}
            onCancel={() => {
              if (!isWide || chosen === 'new') setChosen(null)
            }}
            onCopy={copy}
            focusAfter={addButton}
          />
        </section>
      )}
    </div>
  )
}

interface GroupListProps {
  groups: readonly OptionGroup[]
  shown: number | 'new' | null
  onChoose: (id: number) => void
  onAdd: () => void
  addRef: RefObject<HTMLButtonElement | null>
}

function GroupList({ groups, shown, onChoose, onAdd, addRef }: GroupListProps) {
  const { dishes, prices, usedBy } = useGroupTexts()
  const usersOf = (group: OptionGroup) => {
    const own = dishes.find(({ id }) => id === group.dishId)
    return own ? t('menuOptions.ownOf', { name: nameIn(language, own) }) : usedBy(group)
  }
  return (
    <section aria-label={t('menuOptions.groups')} className={cx(CARD, '@wide/page:sticky @wide/page:top-4')}>
      <div className="flex flex-wrap items-center gap-x-2 p-2.5 pl-5.5">
        <h2 className="display min-w-0 flex-auto text-title">{t('menuOptions.groups')}</h2>
        <Button ref={addRef} variant="outline" aria-label={t('menuOptions.add')} onClick={onAdd}>
          <Plus className="size-4.5" />
          {t('common.add')}
        </Button>
      </div>
      {groups.length === 0 ? (
        <EmptyState
          icon={<ListChecks />}
          title={t('menuOptions.empty')}
          description={t('menuOptions.emptyDescription')}
        />
      ) : (
        <ul
          aria-label={t('menuOptions.groups')}
          className="px-2.5 pb-2.5 @wide/page:max-h-[calc(100dvh-20rem)] @wide/page:overflow-y-auto"
        >
          {groups.map((group) => (
            <li key={group.id}>
              <ListRow
                aria-current={group.id === shown ? 'true' : undefined}
                onClick={() => onChoose(group.id)}
                name={nameIn(language, group)}
                note={group.isBroken ? t('common.broken') : usersOf(group)}
                end={prices(group)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface GroupEditorProps {
  group: OptionGroup | null
  /** The only dish that a new group belongs to. */
  dishId?: number | null
  start?: GroupForm
  onDone: (saved?: OptionGroup) => void
  onCancel: () => void
  /** Where a group is alone, and not in a dish's dialog: then it is copied and deleted too. */
  onCopy?: (group: OptionGroup) => Promise<void>
  focusAfter?: RefObject<HTMLElement | null>
}

/** The form of a group. Key it by the group, so that its state begins anew. */
export function GroupEditor({ group, dishId = null, start = EMPTY_GROUP, onCopy, ...place }: GroupEditorProps) {
  const { usedBy } = useGroupTexts()
  const of = groupsOf(dishId)
  return (
    <Editor
      of={onCopy ? of : { ...of, remove: undefined }}
      form={groupForm}
      item={group}
      start={start}
      own={{
        // The server fills in what is empty here.
        valuesOf: (saved) => withoutCopies(groupForm.valuesOf(saved), ['name'], restaurantLanguage === 'ro'),
        onFailure: (error) => toastFailure(t('menuOptions.addFailed'), error),
      }}
      {...place}
    >
      {group && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="display min-w-0 text-title break-words">{nameIn(language, group)}</h2>
          <p className="text-muted text-sm">{usedBy(group)}</p>
          {onCopy && (
            <Button variant="outline" className="ml-auto" onClick={() => void onCopy(group)}>
              <Copy className="size-4.5" />
              {t('menuOptions.copy')}
            </Button>
          )}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Both name="name" label="menuEditor.fields.name" hint={false} />
      </div>
      <LimitFields />
      <Rows group={group} dishId={dishId} />
    </Editor>
  )
}

function Rows({ group, dishId }: Pick<GroupEditorProps, 'group' | 'dishId'>) {
  const { data: groups = [] } = useOptionGroups()
  const { dishes } = useGroupTexts()
  const withRequired = dishesWithRequiredGroup(groups)
  const named = groupForm.useValues(({ options }) => options.map(({ menuItemId }) => menuItemId))
  const choosable = dishes.filter(({ id }) => !withRequired.has(id) && !named.includes(id) && id !== dishId)
  return <OptionRows group={group} choosable={choosable} />
}
