-- PostgreSQL: answers and changes are append-only, and a declaration ends once.

create function governance_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger policy_changes_no_change before update or delete on policy_changes
  for each row execute function governance_append_only();
create trigger approval_answers_no_change before update or delete on approval_answers
  for each row execute function governance_append_only();

create function enforcement_windows_only_end() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or new.ended_by is null
    or new.organization_id <> old.organization_id or new.project_id <> old.project_id or new.id <> old.id
    or new.effect <> old.effect or new.declared_by <> old.declared_by or new.declared_from <> old.declared_from
    or new.declared_until <> old.declared_until or new.reason <> old.reason or new.actor_id <> old.actor_id
  then
    raise exception 'a declaration may only be ended, once';
  end if;
  return new;
end $$;
create trigger enforcement_windows_only_end before update on enforcement_windows
  for each row execute function enforcement_windows_only_end();

create function enforcement_windows_no_delete() returns trigger language plpgsql as $$
begin
  raise exception 'enforcement_windows keeps every declaration';
end $$;
create trigger enforcement_windows_no_delete before delete on enforcement_windows
  for each row execute function enforcement_windows_no_delete();
