import { ArrowLeft, ListChecks, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { errorMessage } from '../../../lib/api/request-error.ts'
import { useIsPageWide } from '../../../lib/browser/dashboard.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { confirmDelete } from '../../../lib/dialogs/confirm.tsx'
import { Button, cx, EmptyState, ListRow, LoadFailure, SearchBox, Skeleton, useTranslation } from '../../../ui/index.ts'
import { useOptionGroups } from '../owners-menu.ts'
import { GroupEditor } from './group-editor.tsx'
import { useCopyGroup, useDeleteGroup, useGroupTexts } from './group-form.tsx'

/** The groups of options with their editor (docs/product/options.md#options-groups). */
export function OptionsView() {
  const { data: groups, error, isFetching, refetch } = useOptionGroups()
  if (groups) return <Groups groups={groups} />
  if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
  return <Skeleton className="h-140 rounded-card!" />
}

export const openNewSetMenu = () => navigate(paths.dashboardTab('menu', { open: 'set' }))

const CARD = 'card-face'
/** How many names of dishes a question lists. */
const NAMES = 8

function Groups({ groups }: { groups: readonly OptionGroup[] }) {
  const { t, language } = useTranslation()
  const isWide = useIsPageWide(64)
  const { dishes } = useGroupTexts()
  const [chosen, setChosen] = useState<number | 'new' | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { mutate: copy } = useCopyGroup(({ id }) => setChosen(id))
  // A group that was deleted elsewhere stays open, with what was typed.
  const [lastGroup, setLastGroup] = useState<OptionGroup | null>(null)
  const shown = chosen ?? (isWide ? (groups[0]?.id ?? null) : null)
  const current = groups.find(({ id }) => id === shown) ?? (lastGroup?.id === shown ? lastGroup : null)
  if (current && current !== lastGroup) setLastGroup(current)
  const namesOf = ({ usedBy = [] }: OptionGroup) => {
    const names = dishes.filter(({ id }) => usedBy.includes(id)).map((dish) => nameIn(language, dish))
    const rest = names.length - NAMES
    const listed = names.slice(0, NAMES).join(', ')
    return rest > 0 ? t('menuOptions.more', { names: listed, count: rest }) : listed
  }
  const { mutateAsync: remove } = useDeleteGroup()
  const askToDelete = async (group: OptionGroup) => {
    const isDeleted = await confirmDelete({
      title: t('menuOptions.deleteTitle', { name: nameIn(language, group) }),
      description: group.usedBy?.length
        ? t('menuOptions.deleteUsed', { names: namesOf(group) })
        : t('menuOptions.deleteUnused'),
      action: () => remove(group),
      focusAfter: addButton,
    })
    if (!isDeleted) return
    setLastGroup(null)
    setChosen(null)
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
            onDone={({ id }) => setChosen(id)}
            onCancel={() => {
              if (!isWide || chosen === 'new') setChosen(null)
            }}
            onCopy={copy}
            onDelete={(group) => void askToDelete(group)}
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
  addRef: React.RefObject<HTMLButtonElement | null>
}

function GroupList({ groups, shown, onChoose, onAdd, addRef }: GroupListProps) {
  const { t, language } = useTranslation()
  const { dishes, prices, usedBy } = useGroupTexts()
  const [query, setQuery] = useState('')
  const expression = searchExpression(query)
  const textOf = (group: OptionGroup) =>
    searchedText(...[group, ...group.options].flatMap(({ name, nameRo }) => [name, nameRo]))
  const found = groups.filter((group) => expression.test(textOf(group)))
  const usersOf = (group: OptionGroup) => {
    const own = dishes.find(({ id }) => id === group.dishId)
    return own ? t('menuOptions.ownOf', { name: nameIn(language, own) }) : usedBy(group)
  }
  return (
    <section aria-label={t('menuOptions.groups')} className={cx(CARD, '@wide/page:sticky @wide/page:top-4')}>
      <div className="flex items-center gap-2 p-2.5 pl-5.5">
        <h2 className="display min-w-0 flex-1 text-title">{t('menuOptions.groups')}</h2>
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
        <div className="px-2.5 pb-2.5">
          <SearchBox
            label={t('menuOptions.search')}
            placeholder={t('menuOptions.search')}
            query={query}
            onChange={setQuery}
          />
          <ul
            aria-label={t('menuOptions.groups')}
            className="mt-2 @wide/page:max-h-[calc(100dvh-20rem)] @wide/page:overflow-y-auto"
          >
            {found.map((group) => (
              <li key={group.id}>
                <ListRow
                  aria-current={group.id === shown ? 'true' : undefined}
                  onClick={() => onChoose(group.id)}
                  name={nameIn(language, group)}
                  note={usersOf(group)}
                  end={prices(group)}
                />
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p role="status" className="px-3 py-4 text-body text-muted">
              {t('menuOptions.noMatch')}
            </p>
          )}
        </div>
      )}
      <div className="border-line border-t p-2.5">
        <Button variant="quiet" className="w-full" onClick={openNewSetMenu}>
          <Plus className="size-4.5" />
          {t('menuOptions.newSet')}
        </Button>
      </div>
    </section>
  )
}
