// Columns of numbers: stretches of time, and numbers over time that are drawn at any zoom with about two points a pixel.

/** Numbers in a typed array that grows. */
class Column {
    constructor(kind = Float64Array) {
        this.values = new kind(1024);
        this.length = 0;
    }

    push(value) {
        if (this.length === this.values.length) {
            const larger = new this.values.constructor(this.length * 2);
            larger.set(this.values);
            this.values = larger;
        }
        this.values[this.length++] = value;
    }

    last() { return this.values[this.length - 1]; }

    /** The first index whose value is at least `value`; the values ascend. */
    lowerBound(value) {
        let low = 0, high = this.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.values[middle] < value) low = middle + 1; else high = middle;
        }
        return low;
    }

    /** The last index whose value is at most `value`; -1 if there is none. */
    floor(value) {
        let low = 0, high = this.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.values[middle] <= value) low = middle + 1; else high = middle;
        }
        return low - 1;
    }
}

/** Stretches of time, each with a value, in the order of their beginnings. */
class Spans {
    constructor() {
        this.start = new Column();
        this.end = new Column();
        this.row = new Column(Int32Array);
        this.values = [];
    }

    open(time, value, row) {
        this.start.push(time);
        this.end.push(Infinity);
        this.row.push(row);
        this.values.push(value);
        return this.values.length - 1;
    }

    close(index, time) { if (index >= 0) this.end.values[index] = time; }

    /** The latest span that has begun at a time; -1 if there is none. */
    at(time) { return this.start.floor(time); }
}

class Series {
    /** @param isHeld true if a value stays until the next one, as a lens position does. */
    constructor(isHeld = false) {
        this.isHeld = isHeld;
        this.time = new Column();
        this.value = new Column();
        this.row = new Column(Int32Array);
        this.lowest = Infinity;
        this.highest = -Infinity;
    }

    push(time, value, row) {
        if (!Number.isFinite(value)) return;
        this.time.push(time);
        this.value.push(value);
        this.row.push(row);
        this.lowest = Math.min(this.lowest, value);
        this.highest = Math.max(this.highest, value);
    }

    /** The smallest and largest value of each block, so that a pixel with many values need not look at all of them. */
    finish() {
        const count = Math.ceil(this.time.length / Series.block);
        this.blockLow = new Float64Array(count).fill(Infinity);
        this.blockHigh = new Float64Array(count).fill(-Infinity);
        for (let index = 0; index < this.time.length; index++) {
            const block = Math.floor(index / Series.block), value = this.value.values[index];
            if (value < this.blockLow[block]) this.blockLow[block] = value;
            if (value > this.blockHigh[block]) this.blockHigh[block] = value;
        }
    }

    /** The smallest and largest of the values from `first` up to, but not including, `end`. */
    extent(first, end) {
        let low = Infinity, high = -Infinity, index = first;
        while (index < end) {
            const block = index / Series.block;
            if (Number.isInteger(block) && index + Series.block <= end) {
                low = Math.min(low, this.blockLow[block]);
                high = Math.max(high, this.blockHigh[block]);
                index += Series.block;
            } else {
                const value = this.value.values[index++];
                if (value < low) low = value;
                if (value > high) high = value;
            }
        }
        return [low, high];
    }

    /** The value at a time; null before the first. */
    at(time) {
        const index = this.time.floor(time);
        return index < 0 ? null : this.value.values[index];
    }
}
Series.block = 64;
