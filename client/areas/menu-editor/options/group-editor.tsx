import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useBothLanguages } from '../../../lib/changes/both-languages.ts'
import { DraftNotice } from '../../../lib/changes/draft-notice.tsx'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useLanguage } from '../../../lib/words/language.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { EditorFooter } from '../../../ui/overlays/editor-footer.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { ConflictNotice } from '../conflict-notice.tsx'
import { useOptionGroups } from '../owners-menu.ts'
import { formOfGroup, useGroupTexts } from './group-form.ts'
import { GroupPreview } from './group-preview.tsx'
import { LimitFields } from './limit-fields.tsx'
import { dishesWithRequiredGroup } from './option-requests.ts'
import { OptionRows } from './option-rows.tsx'
import { type GroupEditorOptions, useGroupEditor } from './use-group-editor.ts'

interface GroupEditorProps extends GroupEditorOptions {
  onCancel: () => void
  onCopy?: (group: OptionGroup) => void
  onDelete?: (group: OptionGroup) => void
}

/** The form of a group, beside it the group as guests see it. Key it by the group, so that its state begins anew. */
export function GroupEditor({ onCancel, onCopy, onDelete, ...options }: GroupEditorProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const fieldError = useFieldError()
  const names = useBothLanguages().pair('name')
  const { group } = options
  const { data: groups = [] } = useOptionGroups()
  const editor = useGroupEditor(options)
  const { form, draft } = editor
  const values = useWatch({ control: form.control, compute: (all) => all })
  const { dishes, usedBy } = useGroupTexts()
  const withRequired = dishesWithRequiredGroup(groups)
  const named = new Set(values.options.map(({ menuItemId }) => menuItemId))
  const users = group?.usedBy?.length ?? 0
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // In a dish's editor, it would submit the dish as well.
        event.stopPropagation()
        void editor.submit(event)
      }}
    >
      <DraftNotice draft={draft} />
      {editor.isGone && <Notice>{t('menuOptions.gone')}</Notice>}
      {editor.theirs && <GroupConflict editor={editor} />}
      <div className="grid gap-6 @min-[62rem]:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-5">
          {group && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="display min-w-0 text-[21px] break-words">{nameIn(language, group)}</h2>
              <p className="text-muted text-sm">{usedBy(group)}</p>
              {onCopy && (
                <Button variant="outline" className="ml-auto" onClick={() => onCopy(group)}>
                  <Copy aria-hidden="true" className="size-4.5" />
                  {t('menuOptions.copy')}
                </Button>
              )}
            </div>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            {names.map((field) => (
              <Field key={field} label={t(`menuOptions.${field}`)} error={fieldError(editor.errors[field])}>
                {(control) => (
                  <TextInput
                    {...control}
                    {...form.register(field)}
                    lang={field === 'name' ? 'en' : 'ro'}
                    autoComplete="off"
                    maxLength={100}
                  />
                )}
              </Field>
            ))}
          </div>
          <LimitFields form={form} />
          <OptionRows
            form={form}
            group={group}
            ownDish={dishes.find(({ id }) => id === options.dishId)}
            choosable={dishes.filter(({ id }) => !withRequired.has(id) && !named.has(id) && id !== options.dishId)}
          />
        </div>
        <div className="min-w-0 @min-[62rem]:sticky @min-[62rem]:top-4 @min-[62rem]:self-start">
          <GroupPreview form={values} group={group} />
        </div>
      </div>
      <EditorFooter
        remove={
          group && onDelete && !editor.isNew
            ? { label: t('menuOptions.delete'), onPress: () => onDelete(group) }
            : undefined
        }
        saveLabel={t('menuEditor.save')}
        pending={editor.isPending}
        onCancel={() => {
          if (!editor.isPending) draft.startOver()
          onCancel()
        }}
      >
        {users > 1 && (
          <p className="text-muted text-sm max-sm:hidden">{t('menuOptions.changesAll', { count: users })}</p>
        )}
      </EditorFooter>
    </form>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-5 rounded-card border border-pending bg-pending-soft p-4 text-[15px]">
      {children}
    </p>
  )
}

function GroupConflict({ editor }: { editor: ReturnType<typeof useGroupEditor> }) {
  const { t } = useTranslation()
  const { limits, options } = useGroupTexts()
  const mine = useWatch({ control: editor.form.control, compute: (all) => all })
  const theirs = formOfGroup(editor.theirs as OptionGroup)
  const texts = [
    { label: t('menuOptions.name'), of: ({ name }: typeof mine) => name },
    { label: t('menuOptions.nameRo'), of: ({ nameRo }: typeof mine) => nameRo },
    { label: t('menuOptions.kind'), of: limits },
    { label: t('menuOptions.options'), of: options },
  ]
  return (
    <ConflictNotice
      title={t('menuOptions.conflict')}
      rows={texts
        .filter(({ of }) => of(theirs) !== of(mine))
        .map(({ label, of }) => ({
          label,
          theirs: of(theirs),
          mine: of(mine) === of(editor.before) ? null : of(mine),
        }))}
      pending={editor.isPending}
      onTakeTheirs={editor.takeTheirs}
      onSaveMine={() => void editor.saveMine()}
    />
  )
}
