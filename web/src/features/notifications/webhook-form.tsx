import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { getErrorText } from '#web/lib/api/api.ts';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { saveWebhook } from './queries.ts';

type WebhookFormProps = { address: string; onSaved: (answer: { secret: string | null }) => void };

export function WebhookForm({ address, onSaved }: WebhookFormProps) {
  const [typed, setUrl] = useDraft<string>('webhook');
  const url = typed ?? address;
  const [error, setError] = useState<string>();
  const save = useUserAction(saveWebhook, {
    onSuccess: (answer) => {
      setUrl(null);
      onSaved(answer);
    },
    onError: (failure) => setError(getErrorText(failure)),
    errorTitle: 'The webhook could not be saved',
  });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setError(undefined);
        save.start(url);
      }}
    >
      <TextField
        label="Webhook address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/alerts"
        hint="A public https address. Each call is signed as in Standard Webhooks."
        error={error}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <div>
        <Button type="submit" size="small" pending={save.pending && 'Saving…'}>
          Save webhook
        </Button>
      </div>
    </form>
  );
}
