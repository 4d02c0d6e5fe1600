import { ArrowLeft, Copy, ListChecks, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useIsPageWide } from '../../../lib/browser/dashboard.ts'
import { TextPair } from '../../../lib/changes/both-languages.tsx'
import { EditorForm } from '../../../lib/changes/editor-form.tsx'
import { confirmDelete } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { Button, cx, EmptyState, ListRow, language, t } from '../../../ui/index.ts'
import { useOptionGroups } from '../owners-menu.ts'
import {
  dishesWithRequiredGroup,
  type GroupEditorOptions,
  LimitFields,
  useCopyGroup,
  useDeleteGroup,
  useGroupEditor,
  useGroupTexts,
} from './group-form.tsx'
import { OptionRows } from './option-rows.tsx'

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
  const { mutate: copy } = useCopyGroup(({ id }) => setChosen(id))
  // A group that was deleted elsewhere stays open, with what was typed.
  const [lastGroup, setLastGroup] = useState<OptionGroup | null>(null)
  const shown = chosen ?? (isWide ? (groups[0]?.id ?? null) : null)
  const current = groups.find(({ id }) => id === shown) ?? (lastGroup?.id === shown ? lastGroup : null)
  if (current && current !== lastGroup) setLastGroup(current)
  const { mutateAsync: remove } = useDeleteGroup()
  const askToDelete = async (group: OptionGroup) => {
    const isDeleted = await confirmDelete({
      title: t('menuOptions.deleteTitle', { name: nameIn(language, group) }),
      description: t('menuOptions.deleteDescription', { number: group.usedBy?.length ?? 0 }),
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

interface GroupEditorProps extends GroupEditorOptions {
  onCancel: () => void
  onCopy?: (group: OptionGroup) => void
  onDelete?: (group: OptionGroup) => void
}

/** The form of a group. Key it by the group, so that its state begins anew. */
export function GroupEditor({ onCancel, onCopy, onDelete, ...options }: GroupEditorProps) {
  const { group } = options
  const { data: groups = [] } = useOptionGroups()
  const editor = useGroupEditor(options)
  const { form } = editor
  const named = useWatch({
    control: form.control,
    compute: (values) => values.options.map(({ menuItemId }) => menuItemId),
  })
  const texts = useGroupTexts()
  const { dishes, usedBy, limits } = texts
  const withRequired = dishesWithRequiredGroup(groups)
  return (
    <EditorForm
      editor={editor}
      gone={t('menuOptions.gone')}
      versions={{
        title: t('menuOptions.conflict'),
        fields: [
          { label: t('menuEditor.fields.name'), textOf: ({ name }) => name },
          { label: t('menuEditor.fields.nameRo'), textOf: ({ nameRo }) => nameRo },
          { label: t('menuOptions.kind'), textOf: limits },
          { label: t('menuOptions.options'), textOf: texts.options },
        ],
      }}
      remove={group && onDelete && !editor.isNew && { label: t('common.askDelete'), onPress: () => onDelete(group) }}
      onCancel={onCancel}
    >
      <div className="space-y-5">
        {group && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="display min-w-0 text-title break-words">{nameIn(language, group)}</h2>
            <p className="text-muted text-sm">{usedBy(group)}</p>
            {onCopy && (
              <Button variant="outline" className="ml-auto" onClick={() => onCopy(group)}>
                <Copy className="size-4.5" />
                {t('menuOptions.copy')}
              </Button>
            )}
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextPair
            form={form}
            field="name"
            label={(field) => t(`menuEditor.fields.${field}`)}
            hint={false}
            maxLength={100}
          />
        </div>
        <LimitFields form={form} />
        <OptionRows
          form={form}
          group={group}
          choosable={dishes.filter(({ id }) => !withRequired.has(id) && !named.includes(id) && id !== options.dishId)}
        />
      </div>
    </EditorForm>
  )
}
