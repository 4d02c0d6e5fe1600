import { zodResolver } from '@hookform/resolvers/zod'
import {
  type BaseSyntheticEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Controller, type FieldValues, type Resolver, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Settings, type SettingsChange, settingsChangeSchema } from '#shared/contracts/settings.ts'
import { DraftNotice } from '../../lib/changes/draft-notice.tsx'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { SwitchCard, type SwitchName, useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, SelectField, toast, useTranslation } from '../../ui/index.ts'

/** A form of settings; `changeOf` returns what to send, by default the changed fields. */
export function useSettingsForm<Typed extends FieldValues, Input extends object>(
  name: string,
  resolver: Resolver<Typed, unknown, Input>,
  valuesOf: (settings: Settings) => Typed,
  options: {
    changeOf?: (input: Input, changed: readonly (keyof Typed)[]) => SettingsChange
    onSaved?: () => void
    failureTitle?: string | undefined
  } = {},
) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeSettings(options.onSaved, options.failureTitle)
  return useEditor<Typed, Input, Settings>({
    name: `settings.${name}`,
    resolver,
    saved: useSettings(),
    valuesOf,
    follows: true,
    change: ({ changed, input, fields }) => mutateAsync(options.changeOf?.(input, fields) ?? changed),
    onSaved: () => toast({ title: t('settings.saved') }),
  })
}

interface SavedForm {
  isDirty: boolean
  isPending: boolean
  /** Whether its tab is the one that is shown. */
  isInSight: () => boolean
  submit: () => void
}

const SavedForms = createContext<(id: string, form: SavedForm | undefined) => void>(() => {})

/** Forms of settings with one button below, always in sight, that saves what was changed in any of them. */
export function SavedTogether({ isShown = true, children }: { isShown?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const [forms, setForms] = useState<ReadonlyMap<string, SavedForm>>(new Map())
  const [register] = useState(
    () => (id: string, form: SavedForm | undefined) =>
      setForms((before) => {
        const next = new Map(before)
        if (form) next.set(id, form)
        else next.delete(id)
        return next
      }),
  )
  const all = [...forms.values()]
  const changed = all.filter(({ isDirty }) => isDirty)
  const save = () => {
    // Without a change, the forms in sight say what they are about.
    const inSight = all.filter(({ isInSight }) => isInSight())
    for (const { submit } of changed.length > 0 ? changed : inSight) submit()
  }
  return (
    <SavedForms value={register}>
      <div className="flex min-h-full flex-col">
        {children}
        {isShown && (
          <div
            data-bottom-bar=""
            className="sticky -bottom-5 z-1 -mx-5 mt-auto -mb-5 flex justify-end border-line border-t bg-card px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-drawer sm:px-6"
          >
            <Button
              pending={all.some(({ isPending }) => isPending)}
              className="max-md:w-full md:min-w-40"
              onClick={save}
            >
              {t('common.save')}
            </Button>
          </div>
        )}
      </div>
    </SavedForms>
  )
}

interface SettingsFormProps extends Omit<ComponentProps<'form'>, 'noValidate'> {
  editor: Pick<ReturnType<typeof useEditor>, 'draft' | 'isPending'> & {
    form: { formState: { isDirty: boolean } }
    submit: (event?: BaseSyntheticEvent) => Promise<unknown>
  }
}

/** A form of settings, with its draft's notice. */
export function SettingsForm({ editor, className, children, ...form }: SettingsFormProps) {
  return (
    <form
      noValidate
      className={cx('flex flex-col gap-4', className)}
      onSubmit={(event) => void editor.submit(event)}
      {...form}
    >
      <DraftNotice draft={editor.draft} className="-mb-4" />
      {children}
      <SaveBar isDirty={editor.form.formState.isDirty} pending={editor.isPending} />
    </form>
  )
}

/** The Enter key submits the form, and so does the button of `SavedTogether`. */
function SaveBar({ isDirty, pending }: { isDirty: boolean; pending: boolean }) {
  const register = use(SavedForms)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    const isInSight = () => !button.current?.form?.closest('[hidden]')
    register(id, { isDirty, isPending: pending, isInSight, submit: () => button.current?.form?.requestSubmit() })
  }, [register, id, isDirty, pending])
  useEffect(() => () => register(id, undefined), [register, id])
  return <button ref={button} type="submit" hidden />
}

interface ChoiceFormProps<Value extends string> {
  name: 'language' | 'currency'
  options: readonly { value: Value; label: string }[]
  failureTitle?: string
}

export function ChoiceForm<Value extends string>({ name, options, failureTitle }: ChoiceFormProps<Value>) {
  const { t } = useTranslation()
  const editor = useSettingsForm<Record<string, string>, SettingsChange>(
    name,
    zodResolver(z.pick(settingsChangeSchema, { [name]: true } as { language: true })) as never,
    (settings) => ({ [name]: settings[name] }),
    { failureTitle },
  )
  return (
    <SettingsForm editor={editor}>
      <Controller
        name={name}
        control={editor.form.control}
        render={({ field: { value, onChange } }) => (
          <SelectField
            label={t(`settings.${name}Label`)}
            hint={t(`settings.${name}Hint`)}
            value={value as Value}
            onValueChange={onChange}
            options={options}
          />
        )}
      />
    </SettingsForm>
  )
}

export function SwitchesForm({ names }: { names: readonly SwitchName[] }) {
  const editor = useSettingsForm<Record<string, boolean>, SettingsChange>(
    names[0] as string,
    zodResolver(
      z.pick(settingsChangeSchema, Object.fromEntries(names.map((name) => [name, true])) as { tableCalls: true }),
    ) as never,
    (settings) => Object.fromEntries(names.map((name) => [name, settings[name] ?? false])),
  )
  const { form } = editor
  const values = useWatch({ control: form.control })
  return (
    <SettingsForm editor={editor} className="mt-6">
      {names.map((name) => (
        <SwitchCard
          key={name}
          name={name}
          isOn={values[name] ?? false}
          onChange={(on) => form.setValue(name as string, on as never, { shouldDirty: true })}
        />
      ))}
    </SettingsForm>
  )
}
