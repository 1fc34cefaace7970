-- Keeps a record if the one that it follows is the one that is kept: compare and set.
--
-- KEYS  the task; its owner's tasks and all tasks, by when they expire; the work to be done
-- ARGV  the id; the version that is to be there, empty for none; the new version; the record;
--       when it expires, and when it is forgotten, in milliseconds, or "+inf";
--       for a new task: its call, the lease on its work, the most tasks in all and of one owner;
--       for another: whether it has ended
local task, owned, all, work = unpack(KEYS)
local id, before, version, record, expires, forgotten = unpack(ARGV)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if (redis.call('HGET', task, 'version') or '') ~= before then
    return redis.error_reply('CONFLICT the record is another one by now')
end

if before == '' then
    local call, lease, most, most_owned = unpack(ARGV, 7)
    for _, tasks in ipairs({ owned, all }) do
        redis.call('ZREMRANGEBYSCORE', tasks, '-inf', now)
    end
    if redis.call('ZCARD', all) >= tonumber(most)
        or redis.call('ZCARD', owned) >= tonumber(most_owned) then
        return redis.error_reply('FULL there is no room for another task')
    end
    redis.call('HSET', task, 'call', call)
    redis.call('ZADD', work, now + lease, id)
elseif ARGV[7] == 'ended' then
    redis.call('HDEL', task, 'call')
    redis.call('ZREM', work, id)
end

-- Nothing is kept longer than it is good for. A set goes with the last of its tasks.
local function ends(key, when)
    if when == '+inf' or when == 'inf' then
        redis.call('PERSIST', key)
    else
        redis.call('PEXPIREAT', key, when)
    end
end

redis.call('HSET', task, 'version', version, 'record', record)
ends(task, forgotten)
for _, tasks in ipairs({ owned, all }) do
    redis.call('ZADD', tasks, expires, id)
    ends(tasks, redis.call('ZRANGE', tasks, -1, -1, 'WITHSCORES')[2])
end
return redis.status_reply('OK')
