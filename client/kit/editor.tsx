import { type ComponentProps, type ReactNode, type RefObject, useContext, useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { AnyText } from '#shared/i18n/translate.ts'
import { EditorForm } from '../lib/changes/editor-form.tsx'
import { toastFailure } from '../lib/changes/send-change.ts'
import { type EditorOptions, type EditorState, useEditor } from '../lib/changes/use-editor.ts'
import { confirmDelete } from '../lib/dialogs/confirm.tsx'
import { t } from '../ui/translation.ts'
import { FocusAfterContext } from './dialog.tsx'
import { FormContext, type WithWords } from './form.ts'

/** What an editor adds to, changes and deletes from. */
export interface Edited<Item, Input extends object> {
  /** Of the drafts, with the id of the entry. */
  draft: string
  nameOf: (item: Item) => string
  add?: (input: Input, key: string) => Promise<Item>
  save?: (item: Item, changed: Partial<Input>, input: Input) => Promise<Item>
  remove?: (item: Item) => Promise<unknown>
  /** The group of the words for the question before deleting. */
  words?: WithWords<'deleteDescription'>
  /** The values of the words of that question. */
  deleted?: (item: Item) => Record<string, unknown>
  versions?: EditorOptions<FieldValues, Input, Item & object>['versions']
  fieldOfCode?: Partial<Record<string, string>>
}

type FormPlace = Pick<
  ComponentProps<typeof EditorForm>,
  'place' | 'className' | 'label' | 'saveLabel' | 'cancelLabel' | 'footer'
>

interface EditorProps<Item extends object, Values extends FieldValues, Input extends object> extends FormPlace {
  of: Edited<Item, Input>
  form: {
    resolver: Resolver<Values, Values, Input>
    valuesOf: (saved: Item) => Values
    maxLengthOf: (name: string) => number | undefined
  }
  /** What is changed; null to add something, which begins with `start`. */
  item: (Item & { id?: unknown }) | null
  start?: Values
  /** Replaces the parts of `useEditor` that this form has of its own. */
  own?: Partial<EditorOptions<Values, Input, Item>>
  /** Called with the entry as it is then; without one once it is deleted. */
  onDone: (saved?: Item) => void
  onCancel?: () => void
  /** Another button, before the one that saves. */
  extra?: (editor: EditorState<Values>) => ReactNode
  /** What gets the focus once the entry is deleted. */
  focusAfter?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The form that adds or changes an entry: draft, versions, notices, fields, and the buttons that delete and save. */
export function Editor<Item extends object, Values extends FieldValues, Input extends object>(
  props: EditorProps<Item, Values, Input>,
) {
  const ofDialog = useContext(FocusAfterContext)
  const { of, form, item, start, own, extra, onDone, onCancel = () => onDone(item ?? undefined), ...others } = props
  const { focusAfter = ofDialog, className = 'space-y-5', children, ...place } = others
  const { add, save, remove, versions } = of
  const [said] = useState(() => new Map())
  const editor = useEditor<Values, Input, Item>({
    name: `${of.draft}.${item?.id ?? 'new'}`,
    ...{ resolver: form.resolver, valuesOf: form.valuesOf, saved: item, start, add },
    change: save && ((changed, saved, input) => save(saved, changed, input)),
    versions: versions as EditorOptions<Values, Input, Item>['versions'],
    fieldOfCode: of.fieldOfCode as EditorOptions<Values, Input, Item>['fieldOfCode'],
    onFailure: (error) => toastFailure(t('common.notChanged'), error),
    savedText: (saved) => t('common.saved', { name: of.nameOf(saved) }),
    onDone,
    ...own,
  })
  const ask = async (asked: Item) => {
    const isDeleted = await confirmDelete({
      title: t('common.deleteName', { name: of.nameOf(asked) }),
      description: (t as AnyText)(`${of.words}.deleteDescription`, of.deleted?.(asked)),
      action: async () => remove?.(asked),
      focusAfter,
    })
    if (isDeleted) onDone()
  }
  return (
    <FormContext value={{ form: editor.form, maxLengthOf: form.maxLengthOf, said }}>
      <EditorForm
        editor={editor}
        fields={[...said.values()]}
        remove={item && remove && !editor.isNew && { label: t('common.delete'), onPress: () => void ask(item) }}
        extra={extra?.(editor)}
        {...{ onCancel, className, ...place }}
      >
        {children}
      </EditorForm>
    </FormContext>
  )
}
