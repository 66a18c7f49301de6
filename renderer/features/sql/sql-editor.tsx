import { acceptCompletion, autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import type { StatementProblem } from '../../lib/query/statement-problem.ts';
import { completionSource } from './completions.ts';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-strong)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--warning)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--danger-strong)' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--accent)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
  // Its frame shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-faint)',
    borderColor: 'var(--hairline)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-selected)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-selected)' },
  '.cm-tooltip': {
    border: '1px solid var(--hairline-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-quiet)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
});

interface SqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: StatementProblem | null;
  /** Id of the element that describes the problem. */
  readonly describedBy: string;
  /** What the service has, for completion. */
  readonly namespaces: readonly NamespaceSummary[];
}

/** An editor of SQL. Ctrl+Space completes; Tab leaves it, unless a completion is chosen. */
export function SqlEditor({ value, onChange, problem, describedBy, namespaces }: SqlEditorProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const known = useRef(namespaces);
  known.current = namespaces;
  const label = t('sql.editor');
  const report = useEffectEvent((text: string) => text !== value && onChange(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its text, and is made once.
  useEffect(() => {
    const language = sql({ dialect: PostgreSQL, upperCaseKeywords: true });
    const editor = new EditorView({
      parent: place.current ?? document.body,
      doc: value,
      extensions: [
        EditorView.cspNonce.of(cspNonce),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        language,
        language.language.data.of({ autocomplete: completionSource(() => known.current) }),
        autocompletion({ icons: false }),
        syntaxHighlighting(colours),
        look,
        keymap.of([
          { key: 'Tab', run: acceptCompletion },
          // Its own handler is that of the console around it.
          { key: 'Mod-Enter', run: (editor) => closeCompletion(editor) && false },
          ...completionKeymap,
          ...historyKeymap,
          ...standardKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && report(state.doc.toString())),
      ],
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);
  // The text may be replaced from outside, for instance from the history.
  useEffect(() => {
    const editor = view.current;
    const text = editor?.state.doc.toString() ?? '';
    if (editor !== null && text !== value) editor.dispatch({ changes: { from: 0, to: text.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const found =
      problem?.place == null
        ? []
        : [{ ...rangeAt(editor.state.doc, problem.place), severity: 'error', message: problem.text } as const];
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [problem]);
  return <div ref={place} style={{ height: '100%', minHeight: 0 }} data-field="sql-editor" />;
}

/** The name, word or sign at a place; the last character if the place is the end. */
function rangeAt(text: Text, { line, column }: NonNullable<StatementProblem['place']>): { from: number; to: number } {
  const { from, to, text: content } = text.line(Math.min(Math.max(1, line), text.lines));
  // Places count characters, not UTF-16 units.
  const before = [...content].slice(0, column - 1).join('').length;
  const length = /^(?:"[^"]*"|\w+|.)/u.exec(content.slice(before))?.[0].length ?? 0;
  if (length === 0) return { from: Math.max(0, to - 1), to };
  return { from: from + before, to: from + before + length };
}
